package dev.slipstream.runtime.cluster;

/**
 * Executions of a loop that are about as large as each other.
 *
 * @param bits of the number that says how much work one is
 */
public record LoopSize(String loop, int bits) {
  /** The size of an execution of a loop. */
  public static LoopSize of(String loop, long work) {
    return new LoopSize(loop, Long.SIZE - Long.numberOfLeadingZeros(work));
  }
}
