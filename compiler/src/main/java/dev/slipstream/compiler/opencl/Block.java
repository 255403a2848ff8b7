package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A basic block in C.
 *
 * @param statements what it does
 * @param end how it ends
 * @param line the source line of its end, or -1
 */
record Block(List<Statement> statements, End end, int line) {

  Block {
    statements = List.copyOf(statements);
  }

  /** A C statement with its source line, or -1. */
  record Statement(String text, int line) {}

  /** How a block ends. Targets are block numbers. */
  sealed interface End {}

  /** It goes on with one block. */
  record Jump(int target) implements End {}

  /** It goes on with one of two blocks. */
  record Branch(Condition condition, int yes, int no) implements End {}

  /** It chooses by a number. */
  record Switch(String selector, List<Case> cases, int otherwise) implements End {}

  /** The numbers that lead to one block. */
  record Case(List<Integer> keys, int target) {
    Case {
      keys = List.copyOf(keys);
    }
  }

  /** It leaves the function. */
  record Return(Optional<String> value) implements End {}

  /** The blocks that may follow, without repetition. */
  List<Integer> successors() {
    Set<Integer> targets = new LinkedHashSet<>();
    if (end instanceof Jump jump) {
      targets.add(jump.target);
    } else if (end instanceof Branch branch) {
      targets.add(branch.no);
      targets.add(branch.yes);
    } else if (end instanceof Switch choice) {
      choice.cases.forEach(c -> targets.add(c.target));
      targets.add(choice.otherwise);
    }
    return new ArrayList<>(targets);
  }

  /** Whether it does nothing but leave a function that returns nothing. */
  boolean isBareReturn() {
    return statements.isEmpty() && end instanceof Return back && back.value.isEmpty();
  }
}
