package dev.slipstream.compiler.discovery;

import java.util.List;

/**
 * All that the user says about one loop nest.
 *
 * @param split how it is to be divided
 * @param reads what it reads of some arrays at most
 * @param problems annotations that were ignored, and why, as shown to users
 */
public record LoopHints(SplitHint split, List<DeclaredRead> reads, List<String> problems) {
  /** Nothing is said. */
  public static final LoopHints NONE = new LoopHints(SplitHint.NONE, List.of(), List.of());

  /** Copies the lists. */
  public LoopHints {
    reads = List.copyOf(reads);
    problems = List.copyOf(problems);
  }
}
