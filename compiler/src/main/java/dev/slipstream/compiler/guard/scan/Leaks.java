package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.platform.UnguardedCode;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds the ways by which arrays reach the JDK without a call in the program's code: references to
 * its methods ({@code Arrays::sort}), which other code calls, and arrays in fields of its classes.
 */
final class Leaks {
  private static final String OWN = "dev/slipstream/boot/";

  private final Hierarchy hierarchy;
  private final PlatformCalls platform;

  Leaks(Hierarchy hierarchy, PlatformCalls platform) {
    this.hierarchy = hierarchy;
    this.platform = platform;
  }

  /**
   * All leaks of the class.
   *
   * @param files the class, with those around it
   */
  List<UnguardedMethod> find(ClassFiles files) {
    ClassNode node = files.self();
    List<UnguardedMethod> found = new ArrayList<>();
    for (MethodNode method : node.methods) {
      if (isHiddenNative(method, files)) {
        found.add(
            new UnguardedMethod(
                name(method), "it is native and may be called through what it overrides"));
      }
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof InvokeDynamicInsnNode call) {
          for (Object argument : call.bsmArgs) {
            inspect(method, argument, found);
          }
          if (leaks(call.bsm, call.desc)) {
            found.add(
                new UnguardedMethod(
                    name(method),
                    "its calls with arrays are linked by "
                        + call.bsm.getOwner().replace('/', '.')
                        + ", to methods that are not known"));
          }
        } else if (instruction instanceof LdcInsnNode constant) {
          inspect(method, constant.cst, found);
        } else if (instruction instanceof FieldInsnNode field
            && usesForeignArray(field.owner, field.name, field.desc)) {
          found.add(
              new UnguardedMethod(
                  name(method), "it uses the array " + field.name + " of a class of the JDK"));
        }
      }
    }
    return found;
  }

  private String name(MethodNode method) {
    return hierarchy.self().name().replace('/', '.') + "." + method.name + method.desc;
  }

  /**
   * Whether a call site that may pass arrays is linked by an unknown bootstrap method, and so to
   * unknown code.
   */
  static boolean leaks(Handle bootstrap, String descriptor) {
    return !PlatformCalls.isPlatform(bootstrap.getOwner())
        && !bootstrap.getOwner().startsWith(OWN)
        && Descriptors.reachesArrays(descriptor);
  }

  /**
   * Whether a native method may be called through a method that it overrides or implements. Such a
   * call does not show that it runs native code.
   */
  private static boolean isHiddenNative(MethodNode method, ClassFiles files) {
    int alone = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    if (!ClassFiles.has(method.access, Opcodes.ACC_NATIVE)
        || ClassFiles.has(method.access, alone)) {
      return false;
    }
    ClassNode node = files.self();
    List<String> above = new ArrayList<>(node.interfaces);
    if (node.superName != null) {
      above.add(node.superName);
    }
    return above.stream()
        .anyMatch(
            name ->
                files.method(name, method.name, method.desc).isPresent()
                    || files.find(name).isEmpty());
  }

  private void inspect(MethodNode method, Object constant, List<UnguardedMethod> found) {
    if (constant instanceof ConstantDynamic dynamic) {
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        inspect(method, dynamic.getBootstrapMethodArgument(i), found);
      }
    }
    if (constant instanceof Handle handle && leaks(handle)) {
      found.add(
          new UnguardedMethod(
              name(method),
              "it refers to "
                  + handle.getOwner().replace('/', '.')
                  + "::"
                  + handle.getName()
                  + (makesCode(handle)
                      ? ", by which code without guards may be made"
                      : ", which gets arrays from code that is not seen")));
    }
  }

  /** Whether the array in a field belongs to a class of the JDK, which may use it. */
  boolean usesForeignArray(String owner, String name, String descriptor) {
    return Descriptors.isArray(descriptor)
        && (PlatformCalls.isPlatform(owner)
            || hierarchy
                .declaringArray(owner, name, descriptor)
                .filter(declaring -> PlatformCalls.isPlatform(declaring.name()))
                .isPresent());
  }

  /** Whether unseen code may use arrays by calling the method that a constant refers to. */
  boolean leaks(Handle handle) {
    if (makesCode(handle)) {
      return true;
    }
    if (!PlatformCalls.isPlatform(handle.getOwner())
        || !handle.getDesc().startsWith("(")
        || !Descriptors.reachesArrays(handle.getDesc())) {
      return false;
    }
    PlatformCalls.Use use =
        platform.find(handle.getOwner(), handle.getName()).orElse(PlatformCalls.Use.UNKNOWN);
    boolean takes = false;
    int position = 0;
    for (Type parameter : Type.getArgumentTypes(handle.getDesc())) {
      if (Descriptors.mayBeArray(parameter)) {
        takes |= leaks(handle.getOwner(), parameter, use.of(position++));
      }
    }
    boolean gives =
        Descriptors.mayBeArray(Type.getReturnType(handle.getDesc()))
            && use.returned() == PlatformCalls.Returned.IN_USE;
    return takes || gives;
  }

  private static boolean makesCode(Handle handle) {
    return UnguardedCode.madeByNamed(handle.getOwner(), handle.getName()).isPresent();
  }

  /**
   * Whether a method that unseen code calls uses the elements of a parameter. Where an array is
   * passed as an object, only methods that inspect the object's class access its elements.
   */
  private static boolean leaks(String owner, Type parameter, CalleeUse use) {
    if (use == CalleeUse.NOTHING) {
      return false;
    }
    return use == CalleeUse.KEEPS
        || use == CalleeUse.READS_ALL_LEAVES
        || parameter.getSort() == Type.ARRAY
        || owner.equals("java/lang/System")
        || owner.equals("java/lang/reflect/Array");
  }
}
