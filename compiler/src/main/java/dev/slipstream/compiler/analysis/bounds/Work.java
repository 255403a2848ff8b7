package dev.slipstream.compiler.analysis.bounds;

import java.util.List;

/**
 * How much some instructions are run.
 *
 * @param instructions their number
 * @param within the inner counted loops around them
 */
public record Work(int instructions, List<CountedLoop> within) {

  /** Copies the list. */
  public Work {
    within = List.copyOf(within);
  }
}
