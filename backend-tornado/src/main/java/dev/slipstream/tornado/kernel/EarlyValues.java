package dev.slipstream.tornado.kernel;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes TornadoVM compute quotients and function values before the loops that use them. A
 * workaround for TornadoVM 5.2, which computes a value in each iteration if only a loop uses it,
 * but does not move a value that a variable gets on one of two paths. So such a variable gets
 * another value on a path that is never taken, which the compiler does not know.
 */
final class EarlyValues {
  private EarlyValues() {}

  /**
   * Changes the code of a method.
   *
   * @param zero the local variable that is always zero
   */
  static void in(InsnList code, int zero) {
    BitSet looping = Successors.looping(code);
    AbstractInsnNode[] nodes = code.toArray();
    for (int i = 0; i < nodes.length; i++) {
      int opcode = nodes[i].getOpcode();
      if ((opcode == Opcodes.FSTORE || opcode == Opcodes.DSTORE)
          && !looping.get(i)
          && takesLong(nodes[i].getPrevious())
          && isLoaded(nodes, looping, i)) {
        code.insert(nodes[i], otherValue((VarInsnNode) nodes[i], zero));
      }
    }
  }

  /** Whether the statement that ends with an instruction contains a division or a call. */
  private static boolean takesLong(@Nullable AbstractInsnNode last) {
    for (AbstractInsnNode node = last;
        node != null && !(node instanceof JumpInsnNode) && !isStore(node.getOpcode());
        node = node.getPrevious()) {
      int opcode = node.getOpcode();
      if (opcode == Opcodes.FDIV
          || opcode == Opcodes.DDIV
          || (node instanceof MethodInsnNode call && !call.name.equals("get"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
  }

  /** Whether a loop after a store loads the stored value. */
  private static boolean isLoaded(AbstractInsnNode[] nodes, BitSet looping, int store) {
    int variable = ((VarInsnNode) nodes[store]).var;
    int load = nodes[store].getOpcode() - Opcodes.ISTORE + Opcodes.ILOAD;
    for (int i = looping.nextSetBit(store); i >= 0; i = looping.nextSetBit(i + 1)) {
      if (nodes[i] instanceof VarInsnNode used
          && used.var == variable
          && used.getOpcode() == load) {
        return true;
      }
    }
    return false;
  }

  private static InsnList otherValue(VarInsnNode store, int zero) {
    LabelNode always = new LabelNode();
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ILOAD, zero));
    code.add(new JumpInsnNode(Opcodes.IFEQ, always));
    code.add(
        new InsnNode(store.getOpcode() == Opcodes.FSTORE ? Opcodes.FCONST_0 : Opcodes.DCONST_0));
    code.add(new VarInsnNode(store.getOpcode(), store.var));
    code.add(always);
    return code;
  }
}
