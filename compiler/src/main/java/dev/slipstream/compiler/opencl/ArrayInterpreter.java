package dev.slipstream.compiler.opencl;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Follows which array parameter each reference in a method stands for. */
final class ArrayInterpreter extends BasicInterpreter {
  private int arrays;

  ArrayInterpreter() {
    super(Opcodes.ASM9);
  }

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return type.getSort() == Type.ARRAY ? new ArrayValue(type, arrays++) : newValue(type);
  }

  @Override
  public BasicValue merge(BasicValue first, BasicValue second) {
    if (first.equals(second)) {
      return first;
    }
    boolean references = first.isReference() && second.isReference();
    return references ? BasicValue.REFERENCE_VALUE : BasicValue.UNINITIALIZED_VALUE;
  }

  /** A reference to one array parameter; {@code index} counts the method's array parameters. */
  static final class ArrayValue extends BasicValue {
    private final int index;

    ArrayValue(Type type, int index) {
      super(type);
      this.index = index;
    }

    int index() {
      return index;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ArrayValue array && array.index == index;
    }

    @Override
    public int hashCode() {
      return index;
    }
  }
}
