package dev.slipstream.tornado.kernel;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Finds free slots among the local variables of methods. */
final class LocalVariables {
  private LocalVariables() {}

  /** Moves all variables from a number on up by one. */
  static void makeRoom(MethodNode method, int first) {
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof VarInsnNode variable && variable.var >= first) {
        variable.var++;
      } else if (node instanceof IincInsnNode increment && increment.var >= first) {
        increment.var++;
      }
    }
  }

  /** Returns the first unused variable, at least a given number. */
  static int firstFree(MethodNode method, int least) {
    int free = least;
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof VarInsnNode variable) {
        free = Math.max(free, variable.var + size(variable.getOpcode()));
      }
    }
    return free;
  }

  private static int size(int opcode) {
    boolean wide =
        opcode == Opcodes.LLOAD
            || opcode == Opcodes.DLOAD
            || opcode == Opcodes.LSTORE
            || opcode == Opcodes.DSTORE;
    return wide ? 2 : 1;
  }
}
