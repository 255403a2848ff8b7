package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * A local variable that iterations change by one associative operation only.
 *
 * @param variable the variable
 * @param family the operation
 * @param selection present for a minimum or maximum where it matters which of several equal values
 *     it is
 */
public record Accumulator(Variable variable, Family family, Optional<Selection> selection) {

  /**
   * A local variable.
   *
   * @param type {@code I J F D}
   */
  public record Variable(int slot, String name, char type) {}

  /**
   * A minimum or maximum that is found by comparing.
   *
   * @param strict whether the first of equal values is kept, not the last
   * @param payloads the locals that are set in the iteration where it was found
   * @param after the instructions after which another value has been taken
   * @param at the blocks at whose start another value is taken
   */
  public record Selection(
      boolean strict, List<Variable> payloads, Set<AbstractInsnNode> after, Set<Block> at) {

    /** Copies the collections. */
    public Selection {
      payloads = List.copyOf(payloads);
      after = Set.copyOf(after);
      at = Set.copyOf(at);
    }
  }

  /** Whether another order of the iterations changes the last bits of the result. */
  public boolean rounds() {
    return family.rounds() && (variable.type() == 'F' || variable.type() == 'D');
  }

  /** A description of the accumulator for people: {@code sum += of double}. */
  public String text() {
    String kept =
        selection
            .map(
                s ->
                    (s.strict() ? ", the first of equal ones" : ", the last of equal ones")
                        + (s.payloads().isEmpty()
                            ? ""
                            : " with "
                                + String.join(
                                    ", ", s.payloads().stream().map(Variable::name).toList())))
            .orElse("");
    return variable.name() + " " + family.symbol() + kept;
  }
}
