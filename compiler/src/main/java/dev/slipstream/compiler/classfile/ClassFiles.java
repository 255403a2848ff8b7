package dev.slipstream.compiler.classfile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The parsed class files around one class. Not thread-safe. */
public final class ClassFiles {
  private static final int FIRST_WITH_NESTS = 55;

  private final ClassNode self;
  private final ClassLibrary library;
  private final Predicate<String> initialised;
  private final boolean reachesAll;
  private final boolean hasBodies;
  private final Map<String, Optional<ClassNode>> parsed = new HashMap<>();

  /** The fields of classes, by their names. */
  private final Map<ClassNode, Map<String, List<FieldNode>>> fields = new HashMap<>();

  /**
   * @param self the class that is being compiled
   * @param library finds the other classes
   */
  public ClassFiles(ClassNode self, ClassLibrary library) {
    this(self, library, name -> false, /* reachesAll= */ false, /* hasBodies= */ true);
  }

  /**
   * The class files around a class, with declarations and static initialisers only: other methods
   * exist, but are empty.
   *
   * @param self the class that is being compiled
   * @param library finds the other classes
   */
  public static ClassFiles ofDeclarations(ClassNode self, ClassLibrary library) {
    return new ClassFiles(
        self, library, name -> false, /* reachesAll= */ false, /* hasBodies= */ false);
  }

  private ClassFiles(
      ClassNode self,
      ClassLibrary library,
      Predicate<String> initialised,
      boolean reachesAll,
      boolean hasBodies) {
    this.hasBodies = hasBodies;
    this.self = self;
    this.library = library;
    this.initialised = initialised;
    this.reachesAll = reachesAll;
  }

  /**
   * The same class files for a loop whose fields are read by code that may read all fields, not by
   * the loop's own class.
   *
   * @param others finds the class files
   * @param initialisedNow whether a class, by its internal name, has run its static initialiser
   */
  public ClassFiles reachingAll(ClassLibrary others, Predicate<String> initialisedNow) {
    return new ClassFiles(self, others, initialisedNow, /* reachesAll= */ true, hasBodies);
  }

  /** As {@link #reachingAll(ClassLibrary, Predicate)}, for a loop whose class is being loaded. */
  public ClassFiles reachingAll() {
    return reachingAll(library, name -> true);
  }

  /** The class that is being compiled. */
  public ClassNode self() {
    return self;
  }

  /** A class by its internal name; empty if it cannot be read or parsed. */
  public Optional<ClassNode> find(String internalName) {
    if (internalName.equals(self.name)) {
      return Optional.of(self);
    }
    Optional<ClassNode> known = parsed.get(internalName);
    if (known == null) {
      known = library.find(internalName).flatMap(this::parse);
      parsed.put(internalName, known);
    }
    return known;
  }

  private Optional<ClassNode> parse(byte[] classFile) {
    try {
      ClassNode node = hasBodies ? new ClassNode() : new Declarations();
      new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
      return Optional.of(node);
    } catch (RuntimeException e) {
      // The code of a class that cannot be parsed counts as unknown.
      return Optional.empty();
    }
  }

  /** A class without the code of its methods, except for its static initialiser. */
  private static final class Declarations extends ClassNode {
    Declarations() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals("<clinit>") ? method : null;
    }
  }

  /** A method together with the class that declares it. */
  public record Declared<T>(ClassNode owner, T member) {}

  /**
   * The method that a call resolves to. Searches the superclasses first, and then the interfaces
   * for the one method with a body.
   */
  public Optional<Declared<MethodNode>> method(String owner, String name, String descriptor) {
    Set<String> interfaces = new LinkedHashSet<>();
    for (Optional<ClassNode> c = find(owner); c.isPresent(); c = superclass(c.get())) {
      Optional<MethodNode> method = Instructions.method(c.get(), name, descriptor);
      if (method.isPresent()) {
        return Optional.of(new Declared<>(c.get(), method.get()));
      }
      interfaces.addAll(c.get().interfaces);
    }
    List<Declared<MethodNode>> found = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(interfaces);
    while (!open.isEmpty()) {
      Optional<ClassNode> node = find(open.pop());
      if (node.isPresent()) {
        Optional<MethodNode> method = Instructions.method(node.get(), name, descriptor);
        if (method.isPresent()) {
          found.add(new Declared<>(node.get(), method.get()));
        }
        for (String above : node.get().interfaces) {
          if (interfaces.add(above)) {
            open.push(above);
          }
        }
      }
    }
    if (found.size() > 1) {
      found.removeIf(method -> has(method.member().access, Opcodes.ACC_ABSTRACT));
    }
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** The field that an access resolves to; searches the superclasses, too. */
  public Optional<Declared<FieldNode>> field(String owner, String name, String descriptor) {
    for (Optional<ClassNode> c = find(owner); c.isPresent(); c = superclass(c.get())) {
      for (FieldNode field : fields(c.get()).getOrDefault(name, List.of())) {
        if (field.desc.equals(descriptor)) {
          return Optional.of(new Declared<>(c.get(), field));
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, List<FieldNode>> fields(ClassNode type) {
    Map<String, List<FieldNode>> known = fields.get(type);
    if (known == null) {
      known = new HashMap<>();
      for (FieldNode field : type.fields) {
        known.computeIfAbsent(field.name, name -> new ArrayList<>()).add(field);
      }
      fields.put(type, known);
    }
    return known;
  }

  /**
   * Whether the initialisation of a class by an access to a static member has no visible effect.
   * This holds for the class being compiled and its superclasses, which are initialised when its
   * code runs. It also holds for a class without an initialiser, or with one that only computes
   * tables of numbers.
   */
  public boolean isInitialised(String owner) {
    return isSelfOrAbove(owner) || initialised.test(owner) || isHarmless(owner, new HashSet<>());
  }

  /** Whether a class is the one being compiled or one of its superclasses. */
  public boolean isSelfOrAbove(String owner) {
    for (Optional<ClassNode> c = Optional.of(self); c.isPresent(); c = superclass(c.get())) {
      if (c.get().name.equals(owner)) {
        return true;
      }
    }
    return false;
  }

  private boolean areHarmless(List<String> names, Set<String> seen) {
    for (String name : names) {
      if (!isHarmless(name, seen)) {
        return false;
      }
    }
    return true;
  }

  private boolean isHarmless(String name, Set<String> seen) {
    // The static initialisers of JDK classes that programs extend or implement have no visible
    // effect.
    if (name.startsWith("java/") || !seen.add(name)) {
      return true;
    }
    Optional<ClassNode> node = find(name);
    return node.isPresent()
        && StaticInitialiser.isHarmless(node.get())
        && (node.get().superName == null || isHarmless(node.get().superName, seen))
        && areHarmless(node.get().interfaces, seen);
  }

  /**
   * Whether the class being compiled may read a field itself. An inlined method of another class
   * may read fields that the class cannot access.
   *
   * @param field the field
   * @param owner the class through which the instruction names it
   */
  public boolean mayRead(Declared<FieldNode> field, String owner) {
    if (reachesAll) {
      return true;
    }
    ClassNode declaring = field.owner();
    int access = field.member().access;
    boolean classIsVisible =
        isInPackageOfSelf(owner)
            || find(owner).filter(node -> has(node.access, Opcodes.ACC_PUBLIC)).isPresent();
    if (!classIsVisible) {
      return false;
    }
    if (has(access, Opcodes.ACC_PRIVATE)) {
      return declaring.name.equals(self.name)
          || ((self.version & 0xFFFF) >= FIRST_WITH_NESTS
              && nestHost(declaring).equals(nestHost(self)));
    }
    return has(access, Opcodes.ACC_PUBLIC)
        || isInPackageOfSelf(declaring.name)
        || (has(access, Opcodes.ACC_PROTECTED)
            && (isSelfOrBelow(owner)
                || (has(access, Opcodes.ACC_STATIC) && isSelfBelow(declaring.name))));
  }

  private boolean isSelfBelow(String name) {
    for (Optional<ClassNode> c = Optional.of(self); c.isPresent(); c = superclass(c.get())) {
      if (c.get().name.equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the class being compiled may name another one. */
  public boolean mayName(ClassNode node) {
    return reachesAll || has(node.access, Opcodes.ACC_PUBLIC) || isInPackageOfSelf(node.name);
  }

  /** Whether the class being compiled may call an instance method of a class that it may name. */
  boolean mayCall(ClassNode owner, MethodNode method) {
    int hidden = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_PRIVATE;
    return !has(method.access, hidden)
        && (has(method.access, Opcodes.ACC_PUBLIC) || isInPackageOfSelf(owner.name));
  }

  private static String nestHost(ClassNode node) {
    return node.nestHostClass == null ? node.name : node.nestHostClass;
  }

  private boolean isInPackageOfSelf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1)
        .equals(self.name.substring(0, self.name.lastIndexOf('/') + 1));
  }

  private boolean isSelfOrBelow(String name) {
    for (Optional<ClassNode> c = find(name); c.isPresent(); c = superclass(c.get())) {
      if (c.get().name.equals(self.name)) {
        return true;
      }
    }
    return false;
  }

  private Optional<ClassNode> superclass(ClassNode node) {
    return node.superName == null || node.superName.equals("java/lang/Object")
        ? Optional.empty()
        : find(node.superName);
  }

  /**
   * Whether objects of a class are of a type.
   *
   * @return empty if a class in between could not be read
   */
  public Optional<Boolean> isSubtype(String className, String type) {
    Deque<String> open = new ArrayDeque<>(List.of(className));
    boolean complete = true;
    while (!open.isEmpty()) {
      String name = open.pop();
      if (name.equals(type) || type.equals("java/lang/Object")) {
        return Optional.of(true);
      }
      if (name.equals("java/lang/Object")) {
        continue;
      }
      Optional<ClassNode> node = find(name);
      if (node.isEmpty()) {
        // A class of the JDK extends only classes of the JDK.
        complete &= name.startsWith("java/") && !type.startsWith("java/");
        continue;
      }
      if (node.get().superName != null) {
        open.push(node.get().superName);
      }
      node.get().interfaces.forEach(open::push);
    }
    return complete ? Optional.of(false) : Optional.empty();
  }

  /** Whether a member has an access flag. */
  public static boolean has(int access, int flag) {
    return (access & flag) != 0;
  }

  /** Whether a call of a method can only reach this declaration. */
  public static boolean isOnlyTarget(Declared<MethodNode> method, int opcode) {
    return opcode == Opcodes.INVOKESTATIC
        || opcode == Opcodes.INVOKESPECIAL
        || has(method.member().access, Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)
        || has(method.owner().access, Opcodes.ACC_FINAL);
  }
}
