package dev.slipstream.compiler.analysis.reduction;

import java.util.List;
import org.objectweb.asm.tree.analysis.Value;

/** What a value within one iteration is made of, as far as accumulators are concerned. */
sealed interface Term extends Value {

  /** How many slots it takes. */
  int size();

  @Override
  default int getSize() {
    return size();
  }

  /**
   * Something that depends on the iteration alone. Two are equal if they are certainly the same
   * number.
   *
   * @param head the operation, or what tells this value from all others
   * @param weight the number of nodes of the tree
   */
  record Plain(String head, List<Term> operands, int weight, int size) implements Term {
    private static final int LARGEST = 40;

    public Plain {
      operands = List.copyOf(operands);
    }

    /** A value of which nothing is known but where it came from. */
    static Plain leaf(String head, int size) {
      return new Plain(head, List.of(), 1, size);
    }

    /** An operation; if the tree would grow too large, a leaf named after the instruction. */
    static Plain of(String head, int instruction, int size, List<? extends Term> operands) {
      int weight = 1;
      for (Term operand : operands) {
        if (!(operand instanceof Plain plain)) {
          return leaf("u" + instruction, size);
        }
        weight += plain.weight;
      }
      return weight > LARGEST
          ? leaf("u" + instruction, size)
          : new Plain(head, List.copyOf(operands), weight, size);
    }
  }

  /**
   * An accumulator's value at the start of the iteration, combined with plain values by its
   * operator.
   *
   * @param slot the accumulator's local slot
   * @param version two values of equal versions are the same number
   */
  record Chain(int slot, String version, int size) implements Term {}

  /** On some ways a chain and on others something else. */
  record Broken(int slot, int size) implements Term {}

  /**
   * The result of comparing a chain with a plain value, as {@code dcmpl} and its kin leave it.
   *
   * @param opcode the comparing instruction
   * @param chainLeft whether the chain was the first operand
   */
  record Compared(Chain chain, Plain plain, boolean chainLeft, int opcode) implements Term {
    @Override
    public int size() {
      return 1;
    }
  }
}
