package dev.slipstream.compiler.analysis.reduction;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;

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
    Optional<Family> family = Family.of(node);
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
}
