package dev.slipstream.compiler.normalisation.inlining;

import java.util.function.IntConsumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Conversions of numbers that lose nothing but precision, as lambdas do by themselves. */
public final class Widening {
  private Widening() {}

  /**
   * Writes a conversion.
   *
   * @param code takes the opcode of an instruction without operands; not called if none is needed
   * @return false if there is none, because a number would have to be boxed
   */
  public static boolean write(Type from, Type to, IntConsumer code) {
    boolean fromReference = from.getSort() >= Type.ARRAY;
    boolean toReference = to.getSort() >= Type.ARRAY;
    if (fromReference || toReference || from.getSort() == Type.VOID) {
      return fromReference && toReference;
    }
    String pair = kind(from) + kind(to);
    if (pair.charAt(0) == pair.charAt(1)) {
      return true;
    }
    int opcode =
        switch (pair) {
          case "IJ" -> Opcodes.I2L;
          case "IF" -> Opcodes.I2F;
          case "ID" -> Opcodes.I2D;
          case "JF" -> Opcodes.L2F;
          case "JD" -> Opcodes.L2D;
          case "FD" -> Opcodes.F2D;
          default -> Opcodes.NOP;
        };
    code.accept(opcode);
    return opcode != Opcodes.NOP;
  }

  private static String kind(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.SHORT, Type.CHAR, Type.INT -> "I";
      default -> type.getDescriptor();
    };
  }
}
