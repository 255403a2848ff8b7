package dev.slipstream.compiler.classfile;

import java.util.OptionalInt;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/** The int constants that instructions load. */
public final class Constant {
  private Constant() {}

  /** The int that an instruction loads; empty if it loads something else. */
  public static OptionalInt of(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return OptionalInt.of(opcode - Opcodes.ICONST_0);
    }
    if (node instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
      return OptionalInt.of(push.operand);
    }
    return node instanceof LdcInsnNode load && load.cst instanceof Integer number
        ? OptionalInt.of(number)
        : OptionalInt.empty();
  }
}
