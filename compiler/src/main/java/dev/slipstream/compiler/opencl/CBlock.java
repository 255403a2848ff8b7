package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A basic block in C.
 *
 * @param statements what it does
 * @param end how it ends
 * @param line the source line of its end, or -1
 */
record CBlock(List<Statement> statements, End end, int line) {

  CBlock {
    statements = List.copyOf(statements);
  }

  /** A C statement with its source line, or -1. */
  record Statement(String text, int line) {}

  /** How a block ends. Targets are block numbers. */
  sealed interface End {}

  /** It goes on with one block. */
  record Jump(int target) implements End {}

  /** It goes on with one of two blocks. */
  record Branch(CCondition condition, int yes, int no) implements End {}

  /** It chooses by a number. */
  record Switch(String selector, List<Case> cases, int otherwise) implements End {}

  /** The numbers that lead to one block. */
  record Case(List<Integer> keys, int target) {
    Case {
      keys = List.copyOf(keys);
    }
  }

  /** The cases of a switch, from the numbers that lead to each block. */
  static List<Case> cases(Map<Integer, List<Integer>> keys) {
    List<Case> cases = new ArrayList<>();
    for (Map.Entry<Integer, List<Integer>> group : keys.entrySet()) {
      cases.add(new Case(group.getValue(), group.getKey()));
    }
    return cases;
  }

  /** It leaves the function. */
  record Return(Optional<String> value) implements End {}

  /** The blocks that may follow, without repetition. */
  int[] successors() {
    if (end instanceof Jump jump) {
      return new int[] {jump.target};
    }
    if (end instanceof Branch branch) {
      return branch.no == branch.yes ? new int[] {branch.no} : new int[] {branch.no, branch.yes};
    }
    if (end instanceof Switch choice) {
      // Each case has a target of its own, and none that of all other numbers.
      int[] targets = new int[choice.cases.size() + 1];
      for (int c = 0; c < choice.cases.size(); c++) {
        targets[c] = choice.cases.get(c).target;
      }
      targets[choice.cases.size()] = choice.otherwise;
      return targets;
    }
    return new int[0];
  }

  /** Whether it does nothing but leave a function that returns nothing. */
  boolean isBareReturn() {
    return statements.isEmpty() && end instanceof Return back && back.value.isEmpty();
  }
}
