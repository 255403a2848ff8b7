package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Intrinsics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Determines the classes of the objects on which the methods of an iteration are called. */
final class Receivers {
  private final InsnList instructions;
  private final Frame<BasicValue>[] frames;

  private Receivers(InsnList instructions, Frame<BasicValue>[] frames) {
    this.instructions = instructions;
    this.frames = frames;
  }

  /**
   * The receivers in an iteration in its present form.
   *
   * @param lambdas the instructions that load null in place of lambdas
   */
  static Receivers in(
      InsnList instructions, int locals, int stack, Collection<AbstractInsnNode> lambdas) {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "region", "()V", null, null);
    method.instructions = instructions;
    method.maxLocals = locals;
    method.maxStack = stack;
    return in("region", method, lambdas);
  }

  /** The receivers in a method. */
  static Receivers in(String owner, MethodNode method, Collection<AbstractInsnNode> lambdas) {
    try {
      return new Receivers(
          method.instructions, new Analyzer<>(new Sources(lambdas)).analyze(owner, method));
    } catch (AnalyzerException e) {
      throw new IllegalStateException("bytecode that does not fit together: " + e.getMessage(), e);
    }
  }

  /** The origin of an object. */
  sealed interface Source {
    /** Created in the iteration; exactly of a class. */
    record Made(String className) implements Source {}

    /** Created by an instruction that creates a lambda, or that replaces one. */
    record Function(AbstractInsnNode creation) implements Source {}

    /** In a local variable at the loop's entry. */
    record Local(int slot) implements Source {}

    /**
     * In a field.
     *
     * @param base the origin of the object with the field; unknown for static fields
     */
    record Field(Source base, String owner, String name, String descriptor) implements Source {}

    /** From an unknown origin. */
    record Unknown() implements Source {}
  }

  /** The origin of the object in a local before an instruction. */
  Source inLocal(int instruction, int slot) {
    Frame<BasicValue> frame = frames[instruction];
    return frame != null && frame.getLocal(slot) instanceof Sourced sourced
        ? sourced.source
        : new Source.Unknown();
  }

  /** The origin of the object on which a method is called. */
  Source of(MethodInsnNode call) {
    Frame<BasicValue> frame = frames[instructions.indexOf(call)];
    if (frame == null) {
      return new Source.Unknown();
    }
    int below = Type.getArgumentTypes(call.desc).length;
    return resolved(frame.getStack(frame.getStackSize() - 1 - below), new HashSet<>());
  }

  /**
   * The origins of the objects on which methods are called that inlining other calls cannot change:
   * locals at the loop's entry, and fields reached from them. If the result of a call reaches a
   * place, its origin is unknown.
   */
  IdentityHashMap<AbstractInsnNode, Source> lasting() {
    IdentityHashMap<AbstractInsnNode, Source> lasting = new IdentityHashMap<>();
    for (AbstractInsnNode node : instructions) {
      if (node instanceof MethodInsnNode call
          && call.getOpcode() != Opcodes.INVOKESTATIC
          && isFromLocal(of(call))) {
        lasting.put(call, of(call));
      }
    }
    return lasting;
  }

  private static boolean isFromLocal(Source source) {
    return source instanceof Source.Local
        || (source instanceof Source.Field field && isFromLocal(field.base()));
  }

  /**
   * The types of the operands below a call's arguments, bottom first; for references only that they
   * are references.
   */
  List<Type> typesBelow(MethodInsnNode call) {
    List<Type> types = new ArrayList<>();
    Frame<BasicValue> frame = frames[instructions.indexOf(call)];
    if (frame != null) {
      int arguments =
          Type.getArgumentTypes(call.desc).length
              + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
      for (int s = 0; s < frame.getStackSize() - arguments; s++) {
        types.add(frame.getStack(s).getType());
      }
    }
    return types;
  }

  /**
   * The origin of a value, if it is a field of an object of the iteration: the iteration has set
   * that field.
   */
  private Source resolved(BasicValue value, Set<Source> open) {
    return value instanceof Sourced sourced ? resolved(sourced.source, open) : new Source.Unknown();
  }

  private Source resolved(Source source, Set<Source> open) {
    if (!(source instanceof Source.Field field)
        || !(resolved(field.base(), open) instanceof Source.Made)) {
      return source;
    }
    if (!open.add(field)) {
      return new Source.Unknown();
    }
    Source common = new Source.Unknown();
    boolean first = true;
    for (AbstractInsnNode node : instructions) {
      Frame<BasicValue> frame = frames[instructions.indexOf(node)];
      if (frame != null
          && node.getOpcode() == Opcodes.PUTFIELD
          && node instanceof FieldInsnNode put
          && put.name.equals(field.name())
          && put.desc.equals(field.descriptor())) {
        Source stored = resolved(frame.getStack(frame.getStackSize() - 1), open);
        common = first || common.equals(stored) ? stored : new Source.Unknown();
        first = false;
      }
    }
    // The variables with the captured values of a lambda may already belong to a later one.
    return common instanceof Source.Function ? new Source.Unknown() : common;
  }

  /** A reference with its source. */
  private static final class Sourced extends BasicValue {
    private final Source source;

    Sourced(Source source) {
      // A type that no program has: the analyzer treats values of the same type as equal.
      super(Type.getObjectType("*"));
      this.source = source;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Sourced sourced && sourced.source.equals(source);
    }

    @Override
    public int hashCode() {
      return source.hashCode();
    }
  }

  /** An interpreter that takes the type of a local from the instruction that loads it. */
  private static final class Sources extends BasicInterpreter {
    private static final BasicValue NULL = new BasicValue(NULL_TYPE);

    private final Collection<AbstractInsnNode> lambdas;

    Sources(Collection<AbstractInsnNode> lambdas) {
      super(Opcodes.ASM9);
      this.lambdas = lambdas;
    }

    @Override
    public @Nullable BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
      return switch (node.getOpcode()) {
        case Opcodes.NEW -> new Sourced(new Source.Made(((TypeInsnNode) node).desc));
        case Opcodes.ACONST_NULL ->
            lambdas.contains(node) ? new Sourced(new Source.Function(node)) : NULL;
        case Opcodes.GETSTATIC -> field(new Source.Unknown(), (FieldInsnNode) node);
        default -> super.newOperation(node);
      };
    }

    private @Nullable BasicValue field(Source base, FieldInsnNode node) {
      return node.desc.startsWith("L")
          ? new Sourced(new Source.Field(base, node.owner, node.name, node.desc))
          : newValue(Type.getType(node.desc));
    }

    @Override
    public @Nullable BasicValue copyOperation(AbstractInsnNode node, BasicValue value) {
      return switch (node.getOpcode()) {
        case Opcodes.ILOAD -> BasicValue.INT_VALUE;
        case Opcodes.LLOAD -> BasicValue.LONG_VALUE;
        case Opcodes.FLOAD -> BasicValue.FLOAT_VALUE;
        case Opcodes.DLOAD -> BasicValue.DOUBLE_VALUE;
        case Opcodes.ALOAD ->
            value.isReference() ? value : new Sourced(new Source.Local(((VarInsnNode) node).var));
        default -> value;
      };
    }

    @Override
    public @Nullable BasicValue unaryOperation(AbstractInsnNode node, BasicValue value)
        throws AnalyzerException {
      return switch (node.getOpcode()) {
        case Opcodes.CHECKCAST -> value;
        case Opcodes.GETFIELD ->
            field(
                value instanceof Sourced sourced ? sourced.source : new Source.Unknown(),
                (FieldInsnNode) node);
        default -> super.unaryOperation(node, value);
      };
    }

    @Override
    public @Nullable BasicValue naryOperation(
        AbstractInsnNode node, List<? extends BasicValue> values) throws AnalyzerException {
      if (node instanceof InvokeDynamicInsnNode dynamic && Lambda.isMadeBy(dynamic)) {
        return new Sourced(new Source.Function(node));
      }
      return node instanceof MethodInsnNode call && Intrinsics.isNullCheck(call)
          ? values.get(0)
          : super.naryOperation(node, values);
    }

    private static boolean isMade(BasicValue value) {
      return value instanceof Sourced sourced && sourced.source instanceof Source.Made;
    }

    @Override
    public BasicValue merge(BasicValue first, BasicValue second) {
      if (first.equals(second) || (second.equals(NULL) && isMade(first))) {
        return first;
      }
      if (first.equals(NULL) && isMade(second)) {
        return second;
      }
      return first.isReference() && second.isReference()
          ? BasicValue.REFERENCE_VALUE
          : BasicValue.UNINITIALIZED_VALUE;
    }
  }
}
