package dev.slipstream.compiler.analysis.mapper;

import java.util.List;

/**
 * The ways to divide the iterations of one execution so that no two chunks write the same element.
 *
 * @param loops the loops along which cuts are possible, the best one first, 0 being the outermost;
 *     none if the loop must run as a whole. With two of them chunks may be tiles
 * @param granularity for each loop of the nest the number of iterations of which cuts must be
 *     multiples, counted from the first iteration
 * @param reason the reason if there is no loop; otherwise empty
 */
public record SplitDecision(List<Integer> loops, List<Long> granularity, String reason) {
  /** Copies the lists. */
  public SplitDecision {
    loops = List.copyOf(loops);
    granularity = List.copyOf(granularity);
  }

  /** Whether the execution may be divided. */
  public boolean isPossible() {
    return !loops.isEmpty();
  }
}
