package dev.slipstream.compiler.discovery;

import java.util.List;

/**
 * How the user wants a loop to be divided. It chooses among what is proven to be safe; it never
 * makes an unsafe division possible.
 *
 * @param way along how many loops
 * @param granularity for each loop of the nest, outermost first, of how many iterations chunks are
 *     to be multiples, at least 1; loops behind the end of the list have 1
 * @param source who says so, as shown to users: {@code @Split} or {@code slipstream.split}
 */
public record SplitHint(Way way, List<Long> granularity, String source) {
  /** Nothing is said. */
  public static final SplitHint NONE = new SplitHint(Way.ANY, List.of(), "");

  /** Along how many loops. */
  public enum Way {
    /** As the runtime chooses. */
    ANY,
    /** Along one loop. */
    ROWS,
    /** Along two loops, in tiles. */
    TILES,
    /** Not at all. */
    WHOLE
  }

  /** Copies the list. */
  public SplitHint {
    granularity = List.copyOf(granularity);
  }

  /** Of how many iterations of a loop chunks are to be multiples. */
  public long granularity(int loop) {
    return loop < granularity.size() ? granularity.get(loop) : 1;
  }

  /** Whether nothing is said. */
  public boolean isNone() {
    return way == Way.ANY && granularity.stream().allMatch(g -> g == 1);
  }
}
