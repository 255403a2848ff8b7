package dev.slipstream.compiler.reduction;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * An instruction that combines an accumulator with a plain value.
 *
 * @param chain the accumulator's value before
 * @param family the operation
 */
record ChainStep(Term.Chain chain, Family family) {

  /** The step that an instruction is, if its operands are a chain and plain values. */
  static Optional<ChainStep> of(AbstractInsnNode node, List<? extends Term> operands) {
    if (node instanceof IincInsnNode && operands.get(0) instanceof Term.Chain chain) {
      return Optional.of(new ChainStep(chain, Family.PLUS));
    }
    if (operands.size() != 2) {
      return Optional.empty();
    }
    Optional<Family> family = family(node);
    if (family.isEmpty()) {
      return Optional.empty();
    }
    if (operands.get(0) instanceof Term.Chain chain && operands.get(1) instanceof Term.Plain) {
      return Optional.of(new ChainStep(chain, family.get()));
    }
    if (operands.get(1) instanceof Term.Chain chain
        && operands.get(0) instanceof Term.Plain
        && !subtracts(node.getOpcode())) {
      return Optional.of(new ChainStep(chain, family.get()));
    }
    return Optional.empty();
  }

  private static boolean subtracts(int opcode) {
    return opcode >= Opcodes.ISUB && opcode <= Opcodes.DSUB;
  }

  /** The family to which an operation of two operands belongs, subtraction counted as addition. */
  static Optional<Family> family(AbstractInsnNode node) {
    if (node instanceof MethodInsnNode call) {
      return family(call);
    }
    return switch (node.getOpcode()) {
      case Opcodes.IADD,
          Opcodes.LADD,
          Opcodes.FADD,
          Opcodes.DADD,
          Opcodes.ISUB,
          Opcodes.LSUB,
          Opcodes.FSUB,
          Opcodes.DSUB ->
          Optional.of(Family.PLUS);
      case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL -> Optional.of(Family.TIMES);
      case Opcodes.IAND, Opcodes.LAND -> Optional.of(Family.AND);
      case Opcodes.IOR, Opcodes.LOR -> Optional.of(Family.OR);
      case Opcodes.IXOR, Opcodes.LXOR -> Optional.of(Family.XOR);
      default -> Optional.empty();
    };
  }

  private static Optional<Family> family(MethodInsnNode call) {
    boolean known =
        switch (call.owner) {
          case "java/lang/Math",
              "java/lang/StrictMath",
              "java/lang/Integer",
              "java/lang/Long",
              "java/lang/Float",
              "java/lang/Double" ->
              true;
          default -> false;
        };
    if (!known) {
      return Optional.empty();
    }
    return switch (call.name) {
      case "min" -> Optional.of(Family.MIN);
      case "max" -> Optional.of(Family.MAX);
      case "sum" -> Optional.of(Family.PLUS);
      default -> Optional.empty();
    };
  }
}
