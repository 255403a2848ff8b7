package dev.slipstream.runtime.cluster;

/**
 * Executions of a loop of about the same size.
 *
 * @param bits the number of bits of the work of an execution
 */
public record LoopSize(String loop, int bits) {
  /** The size of an execution of a loop. */
  public static LoopSize of(String loop, long work) {
    return new LoopSize(loop, Long.SIZE - Long.numberOfLeadingZeros(work));
  }
}
