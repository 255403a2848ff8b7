package dev.slipstream.tornado.kernel;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Tracks for each reference of a method which array parameter it is, or is a row or a plane of. */
final class ArrayOrigins extends BasicInterpreter {
  private static final BasicValue NULL = new BasicValue(NULL_TYPE);

  private int arrays;

  ArrayOrigins() {
    super(Opcodes.ASM9);
  }

  /** A reference to one of the method's array parameters, or to a row or plane of it. */
  static final class Parameter extends BasicValue {
    private final int number;
    private final boolean isWhole;

    private Parameter(Type type, int number, boolean isWhole) {
      super(type);
      this.number = number;
      this.isWhole = isWhole;
    }

    /** Whether the reference is the parameter itself, not a row or a plane of it. */
    boolean isWhole() {
      return isWhole;
    }

    /** Returns how many indices lead from the reference to a primitive. */
    int depth() {
      return getType().getDimensions();
    }

    /** Returns the number of the parameter, from 0 on; scalars are not counted. */
    int number() {
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Parameter parameter
          && parameter.number == number
          && parameter.getType().equals(getType());
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  /** Whether a value is the constant {@code null} of the method itself. */
  static boolean isNull(BasicValue value) {
    return value.equals(NULL);
  }

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return type.getSort() == Type.ARRAY
        ? new Parameter(type, arrays++, /* isWhole= */ true)
        : newValue(type);
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    return instruction.getOpcode() == Opcodes.ACONST_NULL ? NULL : super.newOperation(instruction);
  }

  @Override
  public @Nullable BasicValue binaryOperation(
      AbstractInsnNode instruction, BasicValue first, BasicValue second) throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.AALOAD
        && first instanceof Parameter array
        && array.depth() > 1) {
      Type row = Type.getType(array.getType().getDescriptor().substring(1));
      return new Parameter(row, array.number(), /* isWhole= */ false);
    }
    return super.binaryOperation(instruction, first, second);
  }

  @Override
  public @Nullable BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value)
      throws AnalyzerException {
    return value;
  }

  @Override
  public BasicValue merge(BasicValue first, BasicValue second) {
    if (first.equals(second)) {
      return first;
    }
    return first.isReference() && second.isReference()
        ? BasicValue.REFERENCE_VALUE
        : BasicValue.UNINITIALIZED_VALUE;
  }
}
