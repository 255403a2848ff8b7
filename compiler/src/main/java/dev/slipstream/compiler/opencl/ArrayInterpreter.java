package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Determines which array each reference in a method denotes. */
final class ArrayInterpreter extends BasicInterpreter {
  private static final BasicValue NULL = new BasicValue(NULL_TYPE);

  private final InsnList instructions;
  private int arrays;

  ArrayInterpreter(InsnList instructions) {
    super(Opcodes.ASM9);
    this.instructions = instructions;
  }

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    Optional<CArrayType> shape = CArrayType.of(type);
    return shape.isPresent() ? new ArrayValue(shape.get(), arrays++) : newValue(type);
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    return instruction.getOpcode() == Opcodes.ACONST_NULL ? NULL : super.newOperation(instruction);
  }

  @Override
  public @Nullable BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
      throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.NEWARRAY) {
      char element = Instructions.elementOfNew(((IntInsnNode) instruction).operand);
      int number = ArrayValue.MADE + instructions.indexOf(instruction);
      return new ArrayValue(new CArrayType(element, 1), number);
    }
    return super.unaryOperation(instruction, value);
  }

  @Override
  public BasicValue binaryOperation(
      AbstractInsnNode instruction, BasicValue first, BasicValue second) throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.AALOAD
        && first instanceof ArrayValue array
        && array.shape.depth() > 1) {
      return new ArrayValue(array.shape.row(), ArrayValue.ANY);
    }
    return super.binaryOperation(instruction, first, second);
  }

  @Override
  public BasicValue merge(BasicValue first, BasicValue second) {
    if (first.equals(second)) {
      return first;
    }
    // Kernels do not throw, so a used array is not null.
    if (first.equals(NULL) && second.isReference()) {
      return second;
    }
    if (second.equals(NULL) && first.isReference()) {
      return first;
    }
    if (first instanceof ArrayValue a
        && second instanceof ArrayValue b
        && !a.isMade()
        && !b.isMade()
        && a.shape.equals(b.shape)) {
      return new ArrayValue(a.shape, ArrayValue.ANY);
    }
    boolean references = first.isReference() && second.isReference();
    return references ? BasicValue.REFERENCE_VALUE : BasicValue.UNINITIALIZED_VALUE;
  }

  /** A reference to an array, unless it is null. */
  static final class ArrayValue extends BasicValue {
    /** The number of an array that may be one of several. */
    static final int ANY = -1;

    /** The number of an array that the method itself creates with its first instruction. */
    static final int MADE = 1 << 16;

    private final CArrayType shape;
    private final int parameter;

    /**
     * @param parameter the number of the method's array parameter, or {@link #ANY}, or {@link
     *     #MADE} and more
     */
    ArrayValue(CArrayType shape, int parameter) {
      super(shape.type());
      this.shape = shape;
      this.parameter = parameter;
    }

    CArrayType shape() {
      return shape;
    }

    /** The number of the method's array parameter; only if {@link #isKnown}. */
    int parameter() {
      return parameter;
    }

    /** Whether the method itself creates it. */
    boolean isMade() {
      return parameter >= MADE;
    }

    /**
     * Whether it is always the same one of the method's array parameters, or of the arrays it
     * creates.
     */
    boolean isKnown() {
      return parameter != ANY;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ArrayValue array
          && array.parameter == parameter
          && array.shape.equals(shape);
    }

    @Override
    public int hashCode() {
      return 31 * shape.hashCode() + parameter;
    }
  }
}
