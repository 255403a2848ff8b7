package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.model.loop.LaunchPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The last plans of one loop. A plan depends on nothing but the start value, and those captured
 * numbers and array lengths that were looked at while it was made, and on which captures are one
 * array: where all of them are the same again, so is the plan. A proof takes tens of microseconds,
 * and programs mostly repeat a loop over arrays of the same lengths. Thread-safe.
 */
final class RememberedPlans {
  /** Enough for programs that go through several grids in turn. */
  private static final int MOST = 8;

  private volatile List<Entry> entries = List.of();

  /**
   * One plan and what it depends on.
   *
   * @param positions the captures that were looked at
   * @param numbers what was found there
   * @param firsts for each capture the first one that is the same array
   */
  private record Entry(int start, int[] positions, long[] numbers, int[] firsts, LaunchPlan plan) {
    boolean matches(int otherStart, Object[] captures) {
      if (start != otherStart) {
        return false;
      }
      for (int i = 0; i < captures.length; i++) {
        if (Captured.first(captures, i) != firsts[i]) {
          return false;
        }
      }
      for (int i = 0; i < positions.length; i++) {
        if (Captured.number(captures[positions[i]]) != numbers[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** The plan for what a call site passes, if it is known; without arguments. */
  Optional<LaunchPlan> find(int start, Object[] captures) {
    List<Entry> known = entries;
    for (int i = 0; i < known.size(); i++) {
      Entry entry = known.get(i);
      if (entry.matches(start, captures)) {
        return Optional.of(entry.plan());
      }
    }
    return Optional.empty();
  }

  /**
   * Remembers a plan, and forgets the oldest one if there are too many.
   *
   * @param read the positions of the captures that were looked at for it
   */
  void add(int start, Object[] captures, BitSet read, LaunchPlan plan) {
    int[] positions = read.stream().toArray();
    long[] numbers = new long[positions.length];
    for (int i = 0; i < positions.length; i++) {
      numbers[i] = Captured.number(captures[positions[i]]);
    }
    List<Entry> newestFirst = new ArrayList<>(MOST);
    // Without the arguments, which would keep the program's arrays in memory.
    int[] firsts = new int[captures.length];
    Arrays.setAll(firsts, i -> Captured.first(captures, i));
    newestFirst.add(new Entry(start, positions, numbers, firsts, bare(plan)));
    List<Entry> known = entries;
    newestFirst.addAll(known.subList(0, Math.min(known.size(), MOST - 1)));
    // Threads may overwrite each other's: then a plan is made again.
    entries = List.copyOf(newestFirst);
  }

  private static LaunchPlan bare(LaunchPlan plan) {
    return plan instanceof LaunchPlan.Run run ? run.on(new Object[0]) : plan;
  }
}
