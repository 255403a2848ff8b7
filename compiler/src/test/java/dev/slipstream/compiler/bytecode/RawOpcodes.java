package dev.slipstream.compiler.bytecode;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;

/**
 * The instructions of a class file in their original form: ASM replaces {@code iload_0}, {@code
 * ldc_w} and {@code wide} by general ones.
 */
final class RawOpcodes {
  private static final int TABLESWITCH = 170;
  private static final int LOOKUPSWITCH = 171;
  private static final int WIDE = 196;
  private static final int IINC = 132;

  /** The bytes of each instruction's operands, as digits; {@code 9} where they vary. */
  private static final String OPERANDS =
      "0".repeat(16)
          + "121"
          + "22"
          + "1".repeat(5)
          + "0".repeat(28)
          + "1".repeat(5)
          + "0".repeat(73)
          + "2"
          + "0".repeat(20)
          + "2".repeat(16)
          + "1"
          + "99"
          + "0".repeat(6)
          + "2".repeat(7)
          + "44"
          + "2"
          + "1"
          + "2"
          + "00"
          + "22"
          + "00"
          + "9"
          + "3"
          + "22"
          + "44";

  private final ClassReader reader;
  private final Set<Integer> found = new TreeSet<>();

  private RawOpcodes(byte[] classFile) {
    this.reader = new ClassReader(classFile);
  }

  /** The opcodes in all methods of a class. */
  static Set<Integer> of(byte[] classFile) {
    RawOpcodes opcodes = new RawOpcodes(classFile);
    opcodes.members();
    return opcodes.found;
  }

  private void members() {
    int at = reader.header + 6;
    at += 2 + 2 * reader.readUnsignedShort(at);
    for (int kind = 0; kind < 2; kind++) {
      int count = reader.readUnsignedShort(at);
      at += 2;
      for (int member = 0; member < count; member++) {
        int attributes = reader.readUnsignedShort(at + 6);
        at += 8;
        for (int a = 0; a < attributes; a++) {
          if (reader.readUTF8(at, new char[100]).equals("Code")) {
            int start = at + 14;
            code(start, start + reader.readInt(at + 10));
          }
          at += 6 + reader.readInt(at + 2);
        }
      }
    }
  }

  private void code(int start, int end) {
    int at = start;
    while (at < end) {
      int opcode = reader.readByte(at);
      found.add(opcode);
      int aligned = start + (at - start + 4) / 4 * 4;
      if (opcode == TABLESWITCH) {
        at = aligned + 12 + 4 * (reader.readInt(aligned + 8) - reader.readInt(aligned + 4) + 1);
      } else if (opcode == LOOKUPSWITCH) {
        at = aligned + 8 + 8 * reader.readInt(aligned + 4);
      } else if (opcode == WIDE) {
        int wide = reader.readByte(at + 1);
        found.add(wide);
        at += wide == IINC ? 6 : 4;
      } else {
        at += 1 + OPERANDS.charAt(opcode) - '0';
      }
    }
  }
}
