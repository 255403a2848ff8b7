package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A jump on how an accumulator compares with a plain value.
 *
 * @param block the block that ends with the jump
 * @param chain the accumulator
 * @param plain the value compared with it
 * @param chainLeft whether the chain was the first operand
 * @param comparing {@code lcmp}, {@code fcmpl} and their kin, or -1 where ints are compared
 * @param jump the jump's opcode
 */
record Comparison(
    Block block, Term.Chain chain, Term.Plain plain, boolean chainLeft, int comparing, int jump) {

  /**
   * What a side of the jump says about the plain value.
   *
   * @param family MAX if it is greater than the accumulator there, MIN if it is less
   * @param strict whether it cannot be equal
   */
  record Relation(Family family, boolean strict) {}

  /**
   * What holds on one side of the jump.
   *
   * @param taken whether the side is the jump's target
   * @return empty if the side says nothing about the order, or also runs where a NaN is compared
   */
  Optional<Relation> on(boolean taken) {
    int opcode = jump >= Opcodes.IF_ICMPEQ ? jump - Opcodes.IF_ICMPEQ + Opcodes.IFEQ : jump;
    int holds = taken ? opcode : negated(opcode);
    if (comparing != Opcodes.LCMP && comparing >= 0) {
      boolean high = comparing == Opcodes.FCMPG || comparing == Opcodes.DCMPG;
      if (holdsFor(holds, high ? 1 : -1)) {
        return Optional.empty();
      }
    }
    boolean greater = holds == Opcodes.IFGT || holds == Opcodes.IFGE;
    boolean less = holds == Opcodes.IFLT || holds == Opcodes.IFLE;
    if (!greater && !less) {
      return Optional.empty();
    }
    boolean strict = holds == Opcodes.IFGT || holds == Opcodes.IFLT;
    // The relation is the first operand's to the second.
    return Optional.of(new Relation(greater == chainLeft ? Family.MIN : Family.MAX, strict));
  }

  private static int negated(int opcode) {
    return switch (opcode) {
      case Opcodes.IFEQ -> Opcodes.IFNE;
      case Opcodes.IFNE -> Opcodes.IFEQ;
      case Opcodes.IFLT -> Opcodes.IFGE;
      case Opcodes.IFGE -> Opcodes.IFLT;
      case Opcodes.IFGT -> Opcodes.IFLE;
      default -> Opcodes.IFGT;
    };
  }

  private static boolean holdsFor(int opcode, int compared) {
    return switch (opcode) {
      case Opcodes.IFEQ -> compared == 0;
      case Opcodes.IFNE -> compared != 0;
      case Opcodes.IFLT -> compared < 0;
      case Opcodes.IFGE -> compared >= 0;
      case Opcodes.IFGT -> compared > 0;
      default -> compared <= 0;
    };
  }
}
