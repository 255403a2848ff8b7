package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.guard.PlatformCalls.Returned;
import dev.slipstream.compiler.guard.PlatformCalls.Use;
import dev.slipstream.compiler.inlining.ClassFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Which arrays a call hands to the JDK or to native code, and what comes back. */
final class CallFences {
  /** Through these an unknown method of the JDK may reach arrays as well. */
  private static final Set<String> CONTAINERS =
      Set.of(
          "java/lang/Iterable",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/Map",
          "java/util/Queue",
          "java/util/Iterator",
          "java/util/Enumeration");

  /** What the agent lets programs call, itself among them. */
  private static final String OWN = "dev/slipstream/boot/";

  /** What these read they find by themselves: the fields of an object whose class calls them. */
  private static final Set<String> OF_FIELDS = Set.of("defaultWriteObject", "writeFields");

  private static final Set<String> OF_OBJECT = Set.of("equals", "clone");
  private static final String NATIVE = "";
  private static final String NOBODY_KNOWS = "?";

  private final ClassFiles files;
  private final PlatformCalls platform;

  CallFences(ClassFiles files, PlatformCalls platform) {
    this.files = files;
    this.platform = platform;
  }

  /**
   * An array that is handed out.
   *
   * @param valuesAbove how many values lie above it on the stack before the call
   * @param mode one of the modes of {@link GuardCalls}
   */
  record Handed(int valuesAbove, int mode) {
    boolean isWritten() {
      return mode == GuardCalls.WRITES || mode == GuardCalls.READS_WRITES;
    }
  }

  /**
   * What a call needs.
   *
   * @param isNative whether everything is fenced before and after, as for native methods
   * @param writesBeforeItThrows whether arrays are taken back if the call throws
   */
  record Fence(
      List<Handed> handed, boolean isNative, boolean writesBeforeItThrows, Returned returned) {
    static final Fence NONE = new Fence(List.of(), false, false, Returned.HARMLESS);

    boolean isNeeded() {
      return isNative || !handed.isEmpty() || returned == Returned.IN_USE;
    }
  }

  /** Whether a call may need a fence, by its descriptor alone. */
  static boolean mayNeed(MethodInsnNode call) {
    if (call.owner.startsWith(OWN)) {
      return false;
    }
    return call.owner.startsWith("[")
        || PlatformCalls.isPlatform(call.owner)
        || readsFields(call.name)
        || reachesArrays(call.desc);
  }

  /** Whether methods of a name may write an object's fields to a stream. */
  static boolean readsFields(String name) {
    return OF_FIELDS.contains(name);
  }

  /** What a call needs whose operands are on the stack of a frame. */
  Fence of(MethodInsnNode call, Frame<BasicValue> frame) {
    if (call.owner.startsWith("[")) {
      return ofArray(call);
    }
    Optional<String> target = target(call);
    if (target.isEmpty()) {
      return Fence.NONE;
    }
    boolean isNative =
        target.get().equals(NATIVE)
            || (target.get().equals("java/io/ObjectOutputStream") && OF_FIELDS.contains(call.name));
    Optional<Use> known = isNative ? Optional.empty() : known(target.get(), call);
    List<Handed> handed = handed(call, frame, known);
    Use use = known.orElse(Use.UNKNOWN);
    Type result = Type.getReturnType(call.desc);
    Returned returned =
        Place.mayBeArray(result) || use.returned() == Returned.FRESH
            ? use.returned()
            : Returned.HARMLESS;
    return new Fence(handed, isNative, use.writesBeforeItThrows(), returned);
  }

  private static Fence ofArray(MethodInsnNode call) {
    if (!call.name.equals("clone")) {
      return Fence.NONE;
    }
    if (call.owner.startsWith("[[") || call.owner.startsWith("[L")) {
      return Fence.NONE;
    }
    return new Fence(List.of(new Handed(0, GuardCalls.READS)), false, false, Returned.FRESH);
  }

  private List<Handed> handed(MethodInsnNode call, Frame<BasicValue> frame, Optional<Use> known) {
    Type[] parameters = Type.getArgumentTypes(call.desc);
    List<Handed> handed = new ArrayList<>();
    int position = 0;
    for (int p = 0; p < parameters.length; p++) {
      int above = parameters.length - 1 - p;
      BasicValue value = frame.getStack(frame.getStackSize() - 1 - above);
      if (Place.mayBeArray(parameters[p])) {
        int mode = known.orElse(Use.UNKNOWN).mode(position++);
        if (mode != 0 && mayBeHit(value, mode)) {
          handed.add(new Handed(above, mode));
        }
      } else if (known.isEmpty()
          && parameters[p].getSort() == Type.OBJECT
          && CONTAINERS.contains(parameters[p].getInternalName())) {
        handed.add(new Handed(above, GuardCalls.KEEPS));
      }
    }
    return handed;
  }

  private static boolean mayBeHit(BasicValue value, int mode) {
    Type type = value.getType();
    if (type == null || PlaceInterpreter.isNull(value)) {
      return false;
    }
    boolean looksIntoObjects = mode == GuardCalls.KEEPS || mode == GuardCalls.READS_GRAPH;
    if (!Place.mayBeArray(type)) {
      // An object of the program may hold arrays, and one of the JDK by what it is made of.
      return looksIntoObjects
          && type.getSort() == Type.OBJECT
          && !type.getInternalName().startsWith("java/lang/");
    }
    boolean looksInside = looksIntoObjects || mode == GuardCalls.READS_ALL_LEAVES;
    boolean isOfReferences =
        type.getSort() == Type.ARRAY
            && (type.getDimensions() > 1 || type.getElementType().getSort() == Type.OBJECT);
    return looksInside || !isOfReferences;
  }

  /**
   * The JDK class whose code a call may run, {@link #NATIVE} for a native method of the program;
   * empty for the program's own code.
   */
  private Optional<String> target(MethodInsnNode call) {
    if (PlatformCalls.isPlatform(call.owner)) {
      return Optional.of(call.owner);
    }
    Optional<ClassFiles.Declared<MethodNode>> method =
        files.method(call.owner, call.name, call.desc);
    if (method.isPresent()) {
      String owner = method.get().owner().name;
      if (ClassFiles.has(method.get().member().access, Opcodes.ACC_NATIVE)
          && !PlatformCalls.isPlatform(owner)) {
        return Optional.of(NATIVE);
      }
      return PlatformCalls.isPlatform(owner) ? Optional.of(owner) : Optional.empty();
    }
    // Inherited from a class that cannot be read: one of the JDK, or one that nobody knows.
    String name = call.owner;
    Optional<ClassNode> node = files.find(name);
    while (node.isPresent() && node.get().superName != null) {
      name = node.get().superName;
      node = files.find(name);
    }
    if (!reachesArrays(call.desc)) {
      return Optional.empty();
    }
    return Optional.of(
        name.equals("java/lang/Object") && !OF_OBJECT.contains(call.name) ? NOBODY_KNOWS : name);
  }

  private Optional<Use> known(String owner, MethodInsnNode call) {
    return call.name.equals("<init>") && owner.equals("java/lang/Object")
        ? Optional.of(new Use("N", false, Returned.HARMLESS))
        : platform.find(owner, call.name);
  }

  /** Whether arrays may be passed to or returned by a method. */
  static boolean reachesArrays(String descriptor) {
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (Place.mayBeArray(parameter)
          || (parameter.getSort() == Type.OBJECT
              && CONTAINERS.contains(parameter.getInternalName()))) {
        return true;
      }
    }
    return Place.mayBeArray(Type.getReturnType(descriptor));
  }
}
