package dev.slipstream.compiler.opencl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A basic block in C, and its end. It may continue with its only target. It may continue with the
 * first target if a condition holds, and otherwise with the second. It may choose by a number,
 * where the last target is that of all numbers without a key. Or it leaves the function, and has no
 * target.
 *
 * @param statements its statements
 * @param condition the condition, if it branches
 * @param text the number by which it chooses, or the statement that leaves the function
 * @param keys the numbers that lead to all targets but the last, ascending, if it chooses
 * @param targets the numbers of the blocks that may follow
 * @param line the source line of its end, or -1
 */
record CBlock(
    List<Line> statements,
    @Nullable Condition condition,
    String text,
    List<Integer> keys,
    List<Integer> targets,
    int line) {

  private static final String BARE_RETURN = "return;";

  CBlock {
    statements = List.copyOf(statements);
    keys = List.copyOf(keys);
    targets = List.copyOf(targets);
  }

  /**
   * A condition and its exact opposite. Because of NaNs, the opposite of a comparison of
   * floating-point numbers is not just the opposite operator.
   *
   * @param reads the mutable variables that both read
   */
  record Condition(String text, String opposite, Set<String> reads) {}

  /**
   * A line of C.
   *
   * @param indent the nesting depth
   * @param text the text
   * @param source its source line, or -1
   */
  record Line(int indent, String text, int source) {
    private static final String LABEL = "label ";

    /** The label of a block, as a target of jumps. */
    static Line label(int indent, int block) {
      return new Line(indent, LABEL + block, -1);
    }

    boolean isLabel() {
      return text.startsWith(LABEL);
    }

    int block() {
      return Integer.parseInt(text.substring(LABEL.length()));
    }

    Line at(int depth) {
      return new Line(depth, text, source);
    }
  }

  /** A block that continues with another one. */
  static CBlock jump(List<Line> statements, int target, int line) {
    return new CBlock(statements, null, "", List.of(), List.of(target), line);
  }

  /** A block that leaves the function, with a value if it is not empty. */
  static CBlock leave(List<Line> statements, String value, int line) {
    String text = value.isEmpty() ? BARE_RETURN : "return " + value + ";";
    return new CBlock(statements, null, text, List.of(), List.of(), line);
  }

  /** Whether it leaves the function. */
  boolean leaves() {
    return targets.isEmpty();
  }

  /** Whether it leaves a function that returns nothing. */
  boolean leavesBare() {
    return leaves() && text.equals(BARE_RETURN);
  }

  /** Whether it only leaves a function that returns nothing. */
  boolean isBareReturn() {
    return statements.isEmpty() && leavesBare();
  }

  /**
   * The blocks that may follow, without repetition; those that need no condition or key come last.
   */
  Collection<Integer> successors() {
    if (targets.size() < 2) {
      return targets;
    }
    Set<Integer> distinct = new LinkedHashSet<>(targets);
    int last = targets.get(condition == null ? targets.size() - 1 : 0);
    distinct.remove(last);
    distinct.add(last);
    return distinct;
  }

  /**
   * Removes blocks that only jump, and blocks that cannot be reached.
   *
   * @return the remaining blocks, renumbered; the method starts with the first one
   */
  static List<CBlock> withoutDetours(List<CBlock> blocks) {
    int[] numbers = new int[blocks.size()];
    Arrays.fill(numbers, -1);
    List<CBlock> kept = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(goal(0, blocks));
    while (!open.isEmpty()) {
      int block = open.remove();
      if (numbers[block] < 0) {
        numbers[block] = kept.size();
        kept.add(blocks.get(block));
        for (int target : blocks.get(block).successors()) {
          open.add(goal(target, blocks));
        }
      }
    }
    for (int k = 0; k < kept.size(); k++) {
      CBlock old = kept.get(k);
      List<Integer> targets = new ArrayList<>();
      for (int target : old.targets) {
        targets.add(numbers[goal(target, blocks)]);
      }
      kept.set(k, new CBlock(old.statements, old.condition, old.text, old.keys, targets, old.line));
    }
    return kept;
  }

  /** The final target of a jump to a block; an empty endless loop is its own target. */
  private static int goal(int block, List<CBlock> blocks) {
    int at = block;
    for (int steps = 0; steps < blocks.size(); steps++) {
      CBlock contents = blocks.get(at);
      if (!contents.statements.isEmpty() || contents.targets.size() != 1) {
        return at;
      }
      at = contents.targets.get(0);
    }
    return block;
  }
}
