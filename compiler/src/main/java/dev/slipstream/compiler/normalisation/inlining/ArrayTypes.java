package dev.slipstream.compiler.normalisation.inlining;

import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Determines the types of the arrays that instructions find in local variables and on the stack.
 */
final class ArrayTypes {
  private final InsnList instructions;
  private final Frame<BasicValue>[] frames;

  private ArrayTypes(InsnList instructions, Frame<BasicValue>[] frames) {
    this.instructions = instructions;
    this.frames = frames;
  }

  /** The array types in a method. */
  static ArrayTypes in(String owner, MethodNode method) {
    return in(owner, method, slot -> Optional.empty());
  }

  /**
   * The array types in an iteration in its present form.
   *
   * @param atEntry the types of the arrays in local variables at its start
   */
  static ArrayTypes in(
      InsnList instructions, int locals, int stack, IntFunction<Optional<Type>> atEntry) {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "region", "()V", null, null);
    method.instructions = instructions;
    method.maxLocals = locals;
    method.maxStack = stack;
    return in("region", method, atEntry);
  }

  private static ArrayTypes in(
      String owner, MethodNode method, IntFunction<Optional<Type>> atEntry) {
    try {
      return new ArrayTypes(
          method.instructions, new Analyzer<>(new Typed(atEntry)).analyze(owner, method));
    } catch (AnalyzerException e) {
      throw new IllegalStateException("bytecode that does not fit together: " + e.getMessage(), e);
    }
  }

  /** The type of the array in a local before an instruction. */
  Optional<Type> inLocal(int instruction, int slot) {
    Frame<BasicValue> frame = frames[instruction];
    return frame == null ? Optional.empty() : arrayType(frame.getLocal(slot));
  }

  /** The type of the array that lies under some values on the stack before a call. */
  Optional<Type> below(MethodInsnNode call, int above) {
    Frame<BasicValue> frame = frames[instructions.indexOf(call)];
    return frame == null
        ? Optional.empty()
        : arrayType(frame.getStack(frame.getStackSize() - 1 - above));
  }

  private static Optional<Type> arrayType(BasicValue value) {
    return Optional.ofNullable(value.getType()).filter(type -> type.getSort() == Type.ARRAY);
  }

  private static final class Typed extends BasicInterpreter {
    private static final BasicValue NULL = new BasicValue(NULL_TYPE);

    private final IntFunction<Optional<Type>> atEntry;

    Typed(IntFunction<Optional<Type>> atEntry) {
      super(Opcodes.ASM9);
      this.atEntry = atEntry;
    }

    @Override
    public @Nullable BasicValue newValue(@Nullable Type type) {
      return type != null && type.getSort() == Type.ARRAY
          ? new BasicValue(type)
          : super.newValue(type);
    }

    @Override
    public BasicValue newEmptyValue(int local) {
      return atEntry.apply(local).map(BasicValue::new).orElse(BasicValue.UNINITIALIZED_VALUE);
    }

    @Override
    public @Nullable BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
      return node.getOpcode() == Opcodes.ACONST_NULL ? NULL : super.newOperation(node);
    }

    @Override
    public @Nullable BasicValue binaryOperation(
        AbstractInsnNode node, BasicValue first, BasicValue second) throws AnalyzerException {
      return node.getOpcode() == Opcodes.AALOAD
          ? arrayType(first)
              .map(type -> newValue(Type.getType(type.getDescriptor().substring(1))))
              .orElse(BasicValue.REFERENCE_VALUE)
          : super.binaryOperation(node, first, second);
    }

    @Override
    public @Nullable BasicValue copyOperation(AbstractInsnNode node, BasicValue value) {
      return switch (node.getOpcode()) {
        case Opcodes.ILOAD -> BasicValue.INT_VALUE;
        case Opcodes.LLOAD -> BasicValue.LONG_VALUE;
        case Opcodes.FLOAD -> BasicValue.FLOAT_VALUE;
        case Opcodes.DLOAD -> BasicValue.DOUBLE_VALUE;
        case Opcodes.ALOAD -> value.isReference() ? value : BasicValue.REFERENCE_VALUE;
        default -> value;
      };
    }

    @Override
    public BasicValue merge(BasicValue first, BasicValue second) {
      if (first.equals(second) || (second.equals(NULL) && arrayType(first).isPresent())) {
        return first;
      }
      if (first.equals(NULL) && arrayType(second).isPresent()) {
        return second;
      }
      return first.isReference() && second.isReference()
          ? BasicValue.REFERENCE_VALUE
          : BasicValue.UNINITIALIZED_VALUE;
    }
  }
}
