package dev.slipstream.tornado.kernel;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Follows which of a method's array parameters each reference is. */
final class ArrayOrigins extends BasicInterpreter {
  private int arrays;

  ArrayOrigins() {
    super(Opcodes.ASM9);
  }

  /** A reference to one of the method's array parameters. */
  static final class Parameter extends BasicValue {
    private final int number;

    private Parameter(Type type, int number) {
      super(type);
      this.number = number;
    }

    /** Which one it is, from 0 on; scalars are not counted. */
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

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return type.getSort() == Type.ARRAY ? new Parameter(type, arrays++) : newValue(type);
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
