package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Writes instructions that compute an invariant int or long as the program would. */
final class InvariantCode {
  private final InsnList code;
  private final Consumer<Value> load;

  /**
   * @param code receives the instructions
   * @param load adds the instruction that loads a capture
   */
  InvariantCode(InsnList code, Consumer<Value> load) {
    this.code = code;
    this.load = load;
  }

  /** Writes the instructions that push a value. */
  void write(Value value) {
    if (value instanceof Value.Constant constant) {
      Object number = constant.number();
      code.add(new LdcInsnNode(constant.kind() == 'J' ? number : (int) constant.number()));
    } else if (value instanceof Value.Length length) {
      writeArray(length.array());
      code.add(new InsnNode(Opcodes.ARRAYLENGTH));
    } else if (value instanceof Value.Operation operation) {
      operation.operands().forEach(this::write);
      write(operation);
    } else {
      load.accept(value);
    }
  }

  private void writeArray(Value array) {
    if (array instanceof Value.Row row) {
      writeArray(row.array());
      write(row.index());
      code.add(new InsnNode(Opcodes.AALOAD));
    } else {
      load.accept(array);
    }
  }

  private void write(Value.Operation operation) {
    Operator operator = operation.operator();
    List<Value> operands = operation.operands();
    boolean isLong = operation.kind() == 'J';
    switch (operator) {
      case ADD -> add(Opcodes.IADD, isLong);
      case SUBTRACT -> add(Opcodes.ISUB, isLong);
      case MULTIPLY -> add(Opcodes.IMUL, isLong);
      case NEGATE -> add(Opcodes.INEG, isLong);
      case DIVIDE -> add(Opcodes.IDIV, isLong);
      case REMAINDER -> add(Opcodes.IREM, isLong);
      case SHIFT_LEFT -> add(Opcodes.ISHL, isLong);
      case SHIFT_RIGHT -> add(Opcodes.ISHR, isLong);
      case UNSIGNED_SHIFT_RIGHT -> add(Opcodes.IUSHR, isLong);
      case AND -> add(Opcodes.IAND, isLong);
      case OR -> add(Opcodes.IOR, isLong);
      case XOR -> add(Opcodes.IXOR, isLong);
      case COMPARE -> code.add(new InsnNode(Opcodes.LCMP));
      case TO_LONG -> code.add(new InsnNode(Opcodes.I2L));
      case TO_INT -> code.add(new InsnNode(Opcodes.L2I));
      case TO_BYTE -> code.add(new InsnNode(Opcodes.I2B));
      case TO_SHORT -> code.add(new InsnNode(Opcodes.I2S));
      case TO_CHAR -> code.add(new InsnNode(Opcodes.I2C));
      case MIN, MAX, ABS, FLOOR_DIVIDE, FLOOR_REMAINDER -> {
        String type = isLong ? "J" : "I";
        String descriptor = "(" + type.repeat(operands.size()) + ")" + type;
        code.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC, "java/lang/Math", operator.symbol(), descriptor, false));
      }
    }
  }

  private void add(int opcode, boolean isLong) {
    // The instruction for longs follows the one for ints.
    code.add(new InsnNode(isLong ? opcode + 1 : opcode));
  }
}
