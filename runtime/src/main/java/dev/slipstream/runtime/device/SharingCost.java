package dev.slipstream.runtime.device;

/**
 * From when on it pays to have several devices share a loop. Work is counted in estimated bytecode
 * instructions.
 *
 * @param leastWork how much work an execution has at least: so much that a part of it takes longer
 *     than to start it and to exchange something
 * @param leastLocalWork the same for executions of which no device needs what another one has
 *     computed, once others are shared: they had better leave arrays where they are
 * @param leastWorkPerByte how much work there is at least for each byte that several devices read,
 *     and that is copied between them if one of them has written it
 * @param leastArrayBytes the size of an array from which on each device has memory only for what it
 *     uses of it, and more is made where it uses more; the largest long if it always has whole
 *     arrays
 */
public record SharingCost(
    long leastWork, long leastLocalWork, double leastWorkPerByte, long leastArrayBytes) {
  /**
   * Of GPUs that execute some 10¹² to 10¹³ such instructions in a second. On two H200s a five-point
   * stencil over 16,384² doubles, with less work than this, took twice as long as on one.
   */
  public static final SharingCost USUAL = new SharingCost(20_000_000_000L, 1_000_000, 200, 1 << 20);

  /**
   * Of the host's cores, which nobody has share loops unless they think that it pays: work that
   * takes much longer than to wake them up.
   */
  public static final SharingCost HOST = new SharingCost(10_000_000, 1_000_000, 200, 1 << 20);

  /**
   * Of nodes. A loop that needs what another node has just computed waits for it some milliseconds:
   * a stencil over 512² doubles, which has less work than this, took three to six times as long on
   * two and four ranks of one host as on one.
   */
  public static final SharingCost NODES = new SharingCost(100_000_000, 1_000_000, 1, 0);

  /** Everything that can be shared is. */
  public static final SharingCost NOTHING = new SharingCost(0, 0, 0, 0);

  /** Whether everything is shared that can be. */
  public boolean isNothing() {
    return equals(NOTHING);
  }

  /** The costs that are less, one by one. */
  public SharingCost orLess(SharingCost other) {
    return new SharingCost(
        Math.min(leastWork, other.leastWork),
        Math.min(leastLocalWork, other.leastLocalWork),
        Math.min(leastWorkPerByte, other.leastWorkPerByte),
        Math.min(leastArrayBytes, other.leastArrayBytes));
  }
}
