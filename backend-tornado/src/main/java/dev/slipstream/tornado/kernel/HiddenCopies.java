package dev.slipstream.tornado.kernel;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Prevents a variable of a loop from taking another variable's value unchanged. A workaround for
 * TornadoVM 5.2: at the end of an iteration it sets the variables in sequence, so that a variable
 * takes the value that the other one has just got for the next iteration. Two variables that are
 * exchanged become equal.
 *
 * <p>So each value that is stored in a loop gets a zero added that the compiler does not know. The
 * exceptions are constants, elements of arrays and floating-point results, which are certainly new
 * values. Integer results are no exception, because the compiler sees that {@code a + b - b} is
 * {@code a}. A value computed from a variable that was stored just before needs no zero either:
 * that variable has the zero already, or is an exception.
 */
final class HiddenCopies {
  private HiddenCopies() {}

  /**
   * Changes the code of a method.
   *
   * @param zero the local variable that is always zero
   */
  static void in(InsnList code, int zero) {
    BitSet looping = Successors.looping(code);
    AbstractInsnNode[] nodes = code.toArray();
    for (int i = 0; i < nodes.length; i++) {
      if (looping.get(i)
          && isStore(nodes[i].getOpcode())
          && !isNew(nodes[i].getPrevious(), nodes)
          && !isStoredBefore(nodes[i].getPrevious())) {
        code.insertBefore(nodes[i], plusZero(nodes[i].getOpcode(), zero));
      }
    }
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.DSTORE;
  }

  /** Whether the value that an instruction pushes is certainly not that of a variable. */
  private static boolean isNew(AbstractInsnNode before, AbstractInsnNode[] nodes) {
    if (before instanceof MethodInsnNode call) {
      return call.name.equals("get") || call.name.equals("sqrt");
    }
    int opcode = before.getOpcode();
    return before instanceof LdcInsnNode
        || (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.SIPUSH)
        || (isOfFloatingPoint(opcode) && !changesNothing(before, nodes));
  }

  /** Whether an opcode is a sum, difference, product or quotient of floats or doubles. */
  private static boolean isOfFloatingPoint(int opcode) {
    return opcode >= Opcodes.FADD && opcode <= Opcodes.DDIV && (opcode - Opcodes.IADD) % 4 > 1;
  }

  /** Whether the result may equal an operand, as in {@code a * 1f} or {@code 0f + a}. */
  private static boolean changesNothing(AbstractInsnNode computed, AbstractInsnNode[] nodes) {
    int kind = (computed.getOpcode() - Opcodes.IADD) / 4;
    boolean sum = kind == 0;
    boolean product = kind == 2;
    double neutral = sum || kind == 1 ? 0 : 1;
    AbstractInsnNode last = computed.getPrevious();
    return pushes(last, neutral, nodes)
        || ((sum || product) && last != null && pushes(last.getPrevious(), neutral, nodes));
  }

  /** Whether an instruction pushes a certain number, or a variable that never has another value. */
  private static boolean pushes(
      @Nullable AbstractInsnNode node, double number, AbstractInsnNode[] nodes) {
    if (node != null && (node.getOpcode() == Opcodes.FLOAD || node.getOpcode() == Opcodes.DLOAD)) {
      int store = node.getOpcode() - Opcodes.ILOAD + Opcodes.ISTORE;
      int variable = ((VarInsnNode) node).var;
      List<AbstractInsnNode> stores =
          Arrays.stream(nodes)
              .filter(n -> n.getOpcode() == store && ((VarInsnNode) n).var == variable)
              .toList();
      return stores.size() == 1 && isConstant(stores.get(0).getPrevious(), number);
    }
    return isConstant(node, number);
  }

  private static boolean isConstant(@Nullable AbstractInsnNode node, double number) {
    if (node instanceof LdcInsnNode loaded && loaded.cst instanceof Number constant) {
      return constant.doubleValue() == number;
    }
    return switch (node == null ? Opcodes.NOP : node.getOpcode()) {
      case Opcodes.FCONST_0, Opcodes.DCONST_0 -> number == 0;
      case Opcodes.FCONST_1, Opcodes.DCONST_1 -> number == 1;
      default -> false;
    };
  }

  /** Whether an instruction loads a variable that was stored since the last label or jump. */
  private static boolean isStoredBefore(AbstractInsnNode load) {
    if (load.getOpcode() < Opcodes.ILOAD || load.getOpcode() > Opcodes.DLOAD) {
      return false;
    }
    int store = load.getOpcode() - Opcodes.ILOAD + Opcodes.ISTORE;
    for (AbstractInsnNode node = load.getPrevious();
        node != null && !(node instanceof LabelNode) && !(node instanceof JumpInsnNode);
        node = node.getPrevious()) {
      if (node.getOpcode() == store && ((VarInsnNode) node).var == ((VarInsnNode) load).var) {
        return true;
      }
      if (node instanceof IincInsnNode increment && increment.var == ((VarInsnNode) load).var) {
        return false;
      }
    }
    return false;
  }

  /**
   * Returns code that adds the zero; from floating-point numbers it is subtracted, so that -0.0
   * stays -0.0.
   */
  private static InsnList plusZero(int store, int zero) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ILOAD, zero));
    switch (store) {
      case Opcodes.LSTORE -> {
        code.add(new InsnNode(Opcodes.I2L));
        code.add(new InsnNode(Opcodes.LADD));
      }
      case Opcodes.FSTORE -> {
        code.add(new InsnNode(Opcodes.I2F));
        code.add(new InsnNode(Opcodes.FSUB));
      }
      case Opcodes.DSTORE -> {
        code.add(new InsnNode(Opcodes.I2D));
        code.add(new InsnNode(Opcodes.DSUB));
      }
      default -> code.add(new InsnNode(Opcodes.IADD));
    }
    return code;
  }
}
