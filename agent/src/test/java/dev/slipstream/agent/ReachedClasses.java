package dev.slipstream.agent;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.ReferencedClassObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The code that can be reached from some classes. A call of a method counts as a call of all
 * overriding methods. So unreached code is certainly not needed, but reached code may be unused.
 */
final class ReachedClasses {
  private final JavaClasses all;
  private final Set<JavaCodeUnit> reached = new HashSet<>();
  private final Deque<JavaCodeUnit> waiting = new ArrayDeque<>();

  /** Classes that reached code instantiates, or whose static methods it calls. */
  private final Set<JavaClass> used = new HashSet<>();

  /** Classes that reached code names in any way. */
  private final Set<JavaClass> named = new HashSet<>();

  /** Classes that reached code requests from the class loader, as for services. */
  private final Set<JavaClass> loaded = new HashSet<>();

  ReachedClasses(JavaClasses all) {
    this.all = all;
  }

  /** Classes all of whose code may run. */
  void enter(JavaClass type) {
    type.getCodeUnits().forEach(this::reach);
    follow();
  }

  /** Returns those of some classes that no reached code uses. */
  Set<String> unused(String inPackage) {
    Set<String> unused = new TreeSet<>();
    for (JavaClass type : all) {
      if (type.getPackageName().startsWith(inPackage)
          && !type.getSimpleName().equals("package-info")
          && !type.isAnonymousClass()
          && !isUsed(type)) {
        unused.add(type.getName());
      }
    }
    return unused;
  }

  private boolean isUsed(JavaClass type) {
    if (type.isInterface()) {
      boolean oneMethod =
          type.getMethods().stream()
                  .filter(method -> method.getModifiers().contains(JavaModifier.ABSTRACT))
                  .count()
              <= 1;
      return named.contains(type)
          && (oneMethod
              || loaded.contains(type)
              || type.getAllSubclasses().stream().anyMatch(used::contains));
    }
    return type.isEnum()
        ? named.contains(type)
        : used.contains(type)
            || constants(type)
            || type.getAllSubclasses().stream().anyMatch(used::contains);
  }

  /** Constants are copied into the classes that use them. */
  private static boolean constants(JavaClass type) {
    return type.getMethods().isEmpty()
        && type.getFields().stream()
            .map(JavaField::getModifiers)
            .allMatch(ReachedClasses::isConstant);
  }

  private static boolean isConstant(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.STATIC) && modifiers.contains(JavaModifier.FINAL);
  }

  private void follow() {
    while (!waiting.isEmpty()) {
      JavaCodeUnit unit = waiting.remove();
      name(unit.getRawReturnType());
      unit.getRawParameterTypes().forEach(this::name);
      unit.getInstanceofChecks().forEach(check -> name(check.getRawType()));
      unit.getReferencedClassObjects().stream()
          .map(ReferencedClassObject::getRawType)
          .forEach(
              type -> {
                name(type);
                loaded.add(type);
              });
      unit.getAccessesFromSelf().forEach(this::follow);
    }
  }

  private void follow(JavaAccess<?> access) {
    name(access.getTargetOwner());
    access
        .getTarget()
        .resolveMember()
        .ifPresent(
            member -> {
              if (member instanceof JavaMethod method) {
                reach(method);
                reachOverriding(method, access.getTargetOwner());
              } else if (member instanceof JavaCodeUnit unit) {
                reach(unit);
              }
            });
  }

  private void reachOverriding(JavaMethod method, JavaClass owner) {
    if (!method.getModifiers().contains(JavaModifier.STATIC)) {
      for (JavaClass type : owner.getAllSubclasses()) {
        type.tryGetMethod(method.getName(), names(method)).ifPresent(this::reach);
      }
    }
  }

  private static String[] names(JavaMethod method) {
    return method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
  }

  private void reach(JavaCodeUnit unit) {
    if (!reached.add(unit)) {
      return;
    }
    waiting.add(unit);
    JavaClass owner = unit.getOwner();
    name(owner);
    if (unit instanceof JavaConstructor || unit.getModifiers().contains(JavaModifier.STATIC)) {
      use(owner);
    }
  }

  private void use(JavaClass type) {
    if (used.add(type) && extendsOthers(type)) {
      // The JDK calls the methods that it declares.
      type.getMethods().stream()
          .filter(method -> !method.getModifiers().contains(JavaModifier.PRIVATE))
          .forEach(this::reach);
    }
  }

  private static boolean extendsOthers(JavaClass type) {
    Set<JavaClass> supertypes = new HashSet<>(type.getAllRawInterfaces());
    supertypes.addAll(type.getAllRawSuperclasses());
    return supertypes.stream()
        .map(JavaClass::getName)
        .anyMatch(
            name ->
                !name.startsWith("dev.slipstream.")
                    && !name.equals(Object.class.getName())
                    && !name.equals(Record.class.getName()));
  }

  private void name(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    if (named.add(element)) {
      element.getStaticInitializer().ifPresent(this::reach);
      element.getRawInterfaces().forEach(this::name);
      element.getRawSuperclass().ifPresent(this::name);
      element.getFields().forEach(field -> name(field.getRawType()));
    }
  }
}
