package dev.slipstream.compiler.analysis.mapper;

import java.util.List;

/**
 * How the iterations of one execution may be divided so that no two chunks write the same element.
 *
 * @param loops the loops along which they may be cut, the best one first, 0 being the outermost;
 *     none if the loop has to run as a whole. With two of them chunks may be tiles
 * @param granularity for each loop of the nest, of how many iterations chunks are multiples, from
 *     the first iteration on
 * @param reason why not, if there is no loop; else empty
 */
public record SplitDecision(List<Integer> loops, List<Long> granularity, String reason) {
  /** Copies the lists. */
  public SplitDecision {
    loops = List.copyOf(loops);
    granularity = List.copyOf(granularity);
  }

  /** Whether it may be divided at all. */
  public boolean isPossible() {
    return !loops.isEmpty();
  }
}
