package dev.slipstream.compiler.guard.scan;

import org.objectweb.asm.Opcodes;

/** Classifies instructions that read or write an element of a primitive array. */
public final class ElementAccess {
  private ElementAccess() {}

  /** Whether an instruction reads an element. */
  public static boolean isRead(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD;
  }

  /** Whether an instruction writes an element. */
  public static boolean isWrite(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && opcode != Opcodes.AASTORE;
  }

  /** Whether an instruction reads or writes an element. */
  public static boolean is(int opcode) {
    return isRead(opcode) || isWrite(opcode);
  }

  /** How many values lie above the array on the stack, before the access. */
  public static int valuesAbove(int opcode) {
    return isRead(opcode) ? 1 : 2;
  }

  /** Whether the element that is written takes two stack slots. */
  public static boolean writesTwoSlots(int opcode) {
    return opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE;
  }
}
