package dev.slipstream.compiler.guard;

import org.objectweb.asm.Opcodes;

/** Instructions that read or write an element of a primitive array. */
final class ElementAccess {
  private ElementAccess() {}

  static boolean isRead(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD;
  }

  static boolean isWrite(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && opcode != Opcodes.AASTORE;
  }

  static boolean is(int opcode) {
    return isRead(opcode) || isWrite(opcode);
  }

  /** How many values lie above the array on the stack, before the access. */
  static int valuesAbove(int opcode) {
    return isRead(opcode) ? 1 : 2;
  }

  /** Whether the element that is written takes two stack slots. */
  static boolean writesTwoSlots(int opcode) {
    return opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE;
  }
}
