package dev.slipstream.compiler.discovery;

import java.util.List;

/**
 * The user's choice of the division of a loop. It selects among divisions that are proven to be
 * safe, and never makes an unsafe one possible.
 *
 * @param way the number of loops along which to divide
 * @param granularity for each loop of the nest, outermost first, the number of iterations of which
 *     chunks must be multiples, at least 1; loops behind the end of the list have 1
 * @param source the origin of the choice, as shown to users: {@code @Split} or {@code
 *     slipstream.split}
 */
public record SplitHint(Way way, List<Long> granularity, String source) {
  /** No choice. */
  public static final SplitHint NONE = new SplitHint(Way.ANY, List.of(), "");

  /** The number of loops along which to divide. */
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

  /** The number of iterations of a loop of which chunks must be multiples. */
  public long granularity(int loop) {
    return loop < granularity.size() ? granularity.get(loop) : 1;
  }

  /** Whether there is no choice. */
  public boolean isNone() {
    return way == Way.ANY && granularity.stream().allMatch(g -> g == 1);
  }
}
