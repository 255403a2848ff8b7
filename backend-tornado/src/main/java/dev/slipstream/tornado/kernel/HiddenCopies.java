package dev.slipstream.tornado.kernel;

import java.util.BitSet;
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
    BitSet looping = looping(code);
    AbstractInsnNode[] nodes = code.toArray();
    for (int i = 0; i < nodes.length; i++) {
      if (looping.get(i)
          && isStore(nodes[i].getOpcode())
          && !isNew(nodes[i].getPrevious())
          && !isStoredBefore(nodes[i].getPrevious())) {
        code.insertBefore(nodes[i], plusZero(nodes[i].getOpcode(), zero));
      }
    }
  }

  /** The instructions that lie between a place and a jump back to it. */
  static BitSet looping(InsnList code) {
    BitSet looping = new BitSet();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump) {
        int from = code.indexOf(node);
        int to = code.indexOf(jump.label);
        if (to < from) {
          looping.set(to, from);
        }
      }
    }
    return looping;
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.DSTORE;
  }

  /** Whether what an instruction leaves on the stack is for certain the value of no variable. */
  private static boolean isNew(AbstractInsnNode before) {
    if (before instanceof MethodInsnNode call) {
      return call.name.equals("get") || call.name.equals("sqrt");
    }
    int opcode = before.getOpcode();
    boolean computed =
        opcode >= Opcodes.FADD && opcode <= Opcodes.DDIV && (opcode - Opcodes.IADD) % 4 > 1;
    return before instanceof LdcInsnNode
        || (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.SIPUSH)
        || (computed && !changesNothing(before.getPrevious()));
  }

  /**
   * Whether one of the last two instructions pushes 0 or 1, as of {@code a * 1f} or {@code 1f * a}.
   */
  private static boolean changesNothing(@Nullable AbstractInsnNode last) {
    return isZeroOrOne(last) || (last != null && isZeroOrOne(last.getPrevious()));
  }

  private static boolean isZeroOrOne(@Nullable AbstractInsnNode node) {
    if (node instanceof LdcInsnNode loaded && loaded.cst instanceof Number number) {
      return number.doubleValue() == 0 || number.doubleValue() == 1;
    }
    int opcode = node == null ? Opcodes.NOP : node.getOpcode();
    return opcode == Opcodes.FCONST_0
        || opcode == Opcodes.FCONST_1
        || opcode == Opcodes.DCONST_0
        || opcode == Opcodes.DCONST_1;
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
