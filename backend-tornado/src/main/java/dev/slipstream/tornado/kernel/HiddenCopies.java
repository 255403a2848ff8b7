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
 * Lets no variable of a loop take the value that another one has. At the end of a turn TornadoVM
 * 5.2 sets the variables one after the other, so that a variable would take what the other one has
 * only got for the next turn: two that are exchanged become the same.
 *
 * <p>What is stored in a loop therefore gets a zero added that the compiler does not know, unless
 * it is a constant, an element of an array, or computed with floating-point numbers: of integers
 * the compiler sees that {@code a + b - b} is {@code a}. Nor does what comes of a variable that was
 * stored just before: that has got the zero, or is such a value.
 */
final class HiddenCopies {
  private HiddenCopies() {}

  /**
   * Changes a method's code.
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

  /** Whether what an instruction leaves on the stack is for certain the value of no variable. */
  private static boolean isNew(AbstractInsnNode before, AbstractInsnNode[] nodes) {
    if (before instanceof MethodInsnNode call) {
      return call.name.equals("get") || call.name.equals("sqrt");
    }
    int opcode = before.getOpcode();
    return before instanceof LdcInsnNode
        || (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.SIPUSH)
        || (isOfFloatingPoint(opcode) && !changesNothing(before, nodes));
  }

  /** Whether it is a sum, difference, product or quotient of floats or doubles. */
  private static boolean isOfFloatingPoint(int opcode) {
    return opcode >= Opcodes.FADD && opcode <= Opcodes.DDIV && (opcode - Opcodes.IADD) % 4 > 1;
  }

  /** Whether it may be one whose result is an operand, as of {@code a * 1f} or {@code 0f + a}. */
  private static boolean changesNothing(AbstractInsnNode computed, AbstractInsnNode[] nodes) {
    int kind = (computed.getOpcode() - Opcodes.IADD) / 4;
    boolean sum = kind == 0;
    boolean product = kind == 2;
    double neutral = sum || kind == 1 ? 0 : 1;
    AbstractInsnNode last = computed.getPrevious();
    return pushes(last, neutral, nodes)
        || ((sum || product) && last != null && pushes(last.getPrevious(), neutral, nodes));
  }

  /** Whether an instruction pushes a number, or a variable that is never anything else. */
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

  /** Whether an instruction loads a variable that was stored since the last label and jump. */
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

  /** Of floating-point numbers zero is taken away, so that -0.0 stays what it is. */
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
