package dev.slipstream.compiler.discovery;

import java.util.List;

/**
 * The user's hints for one loop nest.
 *
 * @param split how to divide it
 * @param reads upper bounds for its reads from some arrays
 * @param problems annotations that were ignored, and why, as shown to users
 */
public record LoopHints(SplitHint split, List<DeclaredRead> reads, List<String> problems) {
  /** No hints. */
  public static final LoopHints NONE = new LoopHints(SplitHint.NONE, List.of(), List.of());

  /** Copies the lists. */
  public LoopHints {
    reads = List.copyOf(reads);
    problems = List.copyOf(problems);
  }
}
