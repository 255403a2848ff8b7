package dev.slipstream.runtime.device;

/**
 * The limits from which on it pays that several devices share a loop. Work is counted in estimated
 * bytecode instructions.
 *
 * @param leastWork the least work of an execution: a part of it must take longer than to start it
 *     and to exchange elements
 * @param leastLocalWork the same for executions in which no device needs what another one has
 *     computed, once other loops are shared: it is better to leave arrays where they are
 * @param leastWorkPerByte the least work for each byte that several devices read, and that is
 *     copied between them if one of them has written it
 * @param leastArrayBytes the size of an array from which on each device allocates only what it uses
 *     of it, and more if it uses more; the largest long if it always has whole arrays
 */
public record SharingCost(
    long leastWork, long leastLocalWork, double leastWorkPerByte, long leastArrayBytes) {
  /**
   * For GPUs that execute about 10¹² to 10¹³ such instructions in a second. On two H200s a
   * five-point stencil over 16,384² doubles, with less work than this, took twice as long as on
   * one.
   */
  public static final SharingCost USUAL = new SharingCost(20_000_000_000L, 1_000_000, 200, 1 << 20);

  /**
   * For the host's cores, which only share loops if the user asks for it: work that takes much
   * longer than to wake them up.
   */
  public static final SharingCost HOST = new SharingCost(10_000_000, 1_000_000, 200, 1 << 20);

  /**
   * For nodes. A loop that needs what another node has just computed waits for it for some
   * milliseconds. A stencil over 512² doubles has less work than this; on two and four ranks of one
   * host it took three to six times as long as on one.
   */
  public static final SharingCost NODES = new SharingCost(100_000_000, 1_000_000, 1, 0);

  /** Everything that can be shared is shared. */
  public static final SharingCost NOTHING = new SharingCost(0, 0, 0, 0);

  /** Whether everything that can be shared is shared. */
  public boolean isNothing() {
    return equals(NOTHING);
  }

  /** Returns the smaller of each pair of limits. */
  public SharingCost orLess(SharingCost other) {
    return new SharingCost(
        Math.min(leastWork, other.leastWork),
        Math.min(leastLocalWork, other.leastLocalWork),
        Math.min(leastWorkPerByte, other.leastWorkPerByte),
        Math.min(leastArrayBytes, other.leastArrayBytes));
  }
}
