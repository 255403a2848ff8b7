package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.guard.platform.CalleeUse;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.platform.PlatformCalls.Returned;
import dev.slipstream.compiler.guard.platform.PlatformCalls.Use;
import dev.slipstream.compiler.guard.platform.ReflectiveCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Determines which arrays a call hands to the JDK or to native code, and which arrays come back.
 */
public final class CallFences {
  /** The package of the agent's classes that programs may call, the dispatcher among them. */
  private static final String OWN = "dev/slipstream/boot/";

  /**
   * Methods that write the fields of an object whose class calls them: they find the arrays on
   * their own.
   */
  private static final List<String> OF_FIELDS = List.of("defaultWriteObject", "writeFields");

  private static final Set<String> OF_OBJECT = Set.of("equals", "clone");
  private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
  private static final Use PASSED_ON = new Use("N", false, Returned.HARMLESS);
  private static final String NATIVE = "";
  private static final String UNKNOWN_OWNER = "?";

  private final ClassBytes self;
  private final Hierarchy hierarchy;
  private final PlatformCalls platform;
  private final HoldingCalls holding;

  /**
   * @param self the class that calls
   */
  CallFences(ClassBytes self, Hierarchy hierarchy, PlatformCalls platform) {
    this.self = self;
    this.hierarchy = hierarchy;
    this.platform = platform;
    this.holding = new HoldingCalls(hierarchy);
  }

  /**
   * An array that is handed out.
   *
   * @param valuesAbove how many values lie above it on the stack before the call
   * @param use what the callee does with it
   */
  public record Handed(int valuesAbove, CalleeUse use) {}

  /** The guards that a call needs before and after it. */
  public record Fence(
      List<Handed> handed,
      boolean isNative,
      boolean holds,
      boolean writesBeforeItThrows,
      Returned returned) {
    /** The fence of a call that needs none. */
    public static final Fence NONE = new Fence(List.of(), false, false, false, Returned.HARMLESS);

    /** Whether any guard is needed before or after the call. */
    public boolean isNeeded() {
      return isNative || !handed.isEmpty() || returned == Returned.IN_USE;
    }

    /** Whether a guard is needed when the call throws, too. */
    public boolean endsWhenItThrows() {
      return isNative || writesBeforeItThrows || holds;
    }
  }

  /** Whether a call may pass or use arrays, judging by its descriptor alone. */
  public boolean concerns(MethodInsnNode call) {
    return !call.owner.startsWith(OWN)
        // Has guards of its own.
        && ReflectiveCall.by(call.owner, call.name).isEmpty()
        && (call.owner.startsWith("[")
            || readsFields(call.name)
            || Descriptors.reachesArrays(call.desc)
            // A native method of this class may use arrays that it is not given.
            || call.owner.equals(hierarchy.self().name()));
  }

  /**
   * Whether a call of a method may need a fence, whatever arguments it passes. If this returns
   * false, no call of the method needs one.
   */
  boolean mayNeed(String owner, String name, String descriptor) {
    if (owner.startsWith(OWN) || ReflectiveCall.by(owner, name).isPresent()) {
      return false;
    }
    if (owner.startsWith("[")) {
      return name.equals("clone") && isOfPrimitives(owner);
    }
    boolean mayReadFields = readsFields(name);
    if (!mayReadFields
        && !Descriptors.reachesArrays(descriptor)
        && !owner.equals(hierarchy.self().name())) {
      return false;
    }
    Optional<String> target = target(owner, name, descriptor);
    if (target.isEmpty()) {
      return false;
    }
    if (mayReadFields || target.get().equals(NATIVE)) {
      return true;
    }
    Optional<Use> known = known(target.get(), name);
    if (known.isEmpty()) {
      return Descriptors.reachesArrays(descriptor);
    }
    if (known.get().isHarmless()) {
      return false;
    }
    return target.get().equals(VAR_HANDLE)
        || (Descriptors.mayBeArray(Type.getReturnType(descriptor))
            && known.get().returned() == Returned.IN_USE)
        || usesArrays(target.get(), known.get(), descriptor);
  }

  private static boolean usesArrays(String target, Use use, String descriptor) {
    int position = 0;
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (Descriptors.mayBeArray(parameter)
          && PlatformCalls.usesElements(target, parameter, use.of(position++))) {
        return true;
      }
    }
    return false;
  }

  /** Whether methods of this name may write an object's fields to a stream. */
  static boolean readsFields(String name) {
    return OF_FIELDS.contains(name);
  }

  /**
   * As {@link #readsFields(String)}, for the name whose constant number is at an offset of a class
   * file.
   */
  static boolean readsFields(ClassBytes bytes, int offset) {
    for (String name : OF_FIELDS) {
      if (bytes.isText(offset, name)) {
        return true;
      }
    }
    return false;
  }

  /** The fence of a call whose operands are on the stack of a frame. */
  public Fence of(MethodInsnNode call, Frame<BasicValue> frame) {
    if (call.owner.startsWith("[")) {
      return ofArray(call);
    }
    Optional<String> target = target(call.owner, call.name, call.desc);
    if (target.isEmpty()) {
      return Fence.NONE;
    }
    boolean isNative =
        target.get().equals(NATIVE)
            || (target.get().equals("java/io/ObjectOutputStream") && OF_FIELDS.contains(call.name));
    Optional<Use> known = isNative ? Optional.empty() : known(target.get(), call);
    List<Handed> handed = handed(target.get(), call, frame, known);
    Use use = known.orElse(Use.UNKNOWN);
    Type result = Type.getReturnType(call.desc);
    Returned returned =
        Descriptors.mayBeArray(result) || use.returned() == Returned.FRESH
            ? use.returned()
            : Returned.HARMLESS;
    boolean holds = false;
    for (Handed array : handed) {
      // An array of references may hold objects of the program, whose methods the callee may call.
      holds |=
          array.use().endsWithCall()
              && (array.use().followsReferences() || holding.include(target.get(), call));
    }
    return new Fence(handed, isNative, holds, use.writesBeforeItThrows(), returned);
  }

  private static Fence ofArray(MethodInsnNode call) {
    if (!call.name.equals("clone") || !isOfPrimitives(call.owner)) {
      return Fence.NONE;
    }
    return new Fence(List.of(new Handed(0, CalleeUse.READS)), false, false, false, Returned.FRESH);
  }

  private static boolean isOfPrimitives(String array) {
    return array.length() == 2;
  }

  private static List<Handed> handed(
      String target, MethodInsnNode call, Frame<BasicValue> frame, Optional<Use> known) {
    Type[] parameters = Type.getArgumentTypes(call.desc);
    List<Handed> handed = new ArrayList<>();
    int position = 0;
    for (int p = 0; p < parameters.length; p++) {
      int above = parameters.length - 1 - p;
      BasicValue value = frame.getStack(frame.getStackSize() - 1 - above);
      if (Descriptors.mayBeArray(parameters[p])) {
        CalleeUse use = known.orElse(Use.UNKNOWN).of(position++);
        if (PlatformCalls.usesElements(target, parameters[p], use) && mayBeHit(value, use)) {
          handed.add(new Handed(above, use));
        }
      } else if (known.isEmpty()
          && parameters[p].getSort() == Type.OBJECT
          && Descriptors.isContainer(parameters[p].getInternalName())) {
        handed.add(new Handed(above, CalleeUse.KEEPS));
      }
    }
    return handed;
  }

  private static boolean mayBeHit(BasicValue value, CalleeUse use) {
    Type type = value.getType();
    if (type == null || Descriptors.isNull(type)) {
      return false;
    }
    boolean looksIntoObjects = use == CalleeUse.KEEPS || use == CalleeUse.READS_GRAPH;
    if (!Descriptors.mayBeArray(type)) {
      // An object of the program may hold arrays, and so may one of the JDK that the program can
      // build from arrays.
      return looksIntoObjects
          && type.getSort() == Type.OBJECT
          && !type.getInternalName().startsWith("java/lang/");
    }
    boolean isOfReferences =
        type.getSort() == Type.ARRAY
            && (type.getDimensions() > 1 || type.getElementType().getSort() == Type.OBJECT);
    return use.followsReferences() || !isOfReferences;
  }

  /**
   * The JDK class whose code a call may run, {@link #NATIVE} for a native method of the program;
   * empty for the program's own code.
   */
  private Optional<String> target(String owner, String name, String descriptor) {
    if (owner.equals(hierarchy.self().name())) {
      int access = self.accessOf(name, descriptor);
      if (access >= 0) {
        return (access & Opcodes.ACC_NATIVE) != 0 ? Optional.of(NATIVE) : Optional.empty();
      }
    }
    if (PlatformCalls.isPlatform(owner)) {
      return Optional.of(owner);
    }
    if (name.equals("<init>")) {
      // Constructors are neither inherited nor native.
      return Optional.empty();
    }
    Optional<Hierarchy.Declared> method = hierarchy.method(owner, name, descriptor);
    if (method.isPresent()) {
      String declaring = method.get().owner().name();
      boolean isOfPlatform = PlatformCalls.isPlatform(declaring);
      if (method.get().isNative() && !isOfPlatform) {
        return Optional.of(NATIVE);
      }
      return isOfPlatform ? Optional.of(declaring) : Optional.empty();
    }
    if (!Descriptors.reachesArrays(descriptor)) {
      return Optional.empty();
    }
    // Inherited from a class that cannot be read: a class of the JDK, or an unknown one.
    String top = hierarchy.top(owner);
    return Optional.of(
        top.equals("java/lang/Object") && !OF_OBJECT.contains(name) ? UNKNOWN_OWNER : top);
  }

  private Optional<Use> known(String owner, MethodInsnNode call) {
    return owner.equals(VAR_HANDLE) && !isOfElement(Type.getArgumentTypes(call.desc))
        ? Optional.of(isOfProgram(Type.getArgumentTypes(call.desc)) ? PASSED_ON : Use.UNKNOWN)
        : known(owner, call.name);
  }

  /**
   * Whether a call of a {@code VarHandle} accesses an element, judging by its argument types: an
   * array and an index come first. Otherwise it accesses a field, and reads or writes whole arrays.
   */
  private static boolean isOfElement(Type[] parameters) {
    return parameters.length > 1
        && Descriptors.mayBeArray(parameters[0])
        && switch (parameters[1].getSort()) {
          case Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> true;
          default -> parameters[1].getClassName().equals("java.lang.Integer");
        };
  }

  private boolean isOfProgram(Type[] parameters) {
    return parameters.length > 0
        && parameters[0].getSort() == Type.OBJECT
        && !hierarchy.mayInheritFromPlatform(parameters[0].getInternalName());
  }

  private Optional<Use> known(String owner, String name) {
    return name.equals("<init>") && owner.equals("java/lang/Object")
        ? Optional.of(PASSED_ON)
        : platform.find(owner, name);
  }
}
