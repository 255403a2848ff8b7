package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.function.IntConsumer;
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
    char first = Instructions.kindOf(from);
    char second = Instructions.kindOf(to);
    if (first == 'A' || second == 'A' || first == 'V') {
      return first == 'A' && second == 'A';
    }
    if (!Instructions.widens(first, second)) {
      return false;
    }
    if (first != second) {
      code.accept(Instructions.conversion(first, second));
    }
    return true;
  }
}
