package dev.slipstream.runtime.transfer;

/**
 * How large transfers are staged. One core copies a fraction of what a fast link can carry, so
 * several threads do, each with two slots of pinned memory.
 *
 * @param lanes how many threads copy at the same time, at least 1
 * @param slotBytes the size of a slot: large enough for full bandwidth, small enough to stay in a
 *     core's cache; at least 64
 */
public record Staging(int lanes, long slotBytes) {
  private static final int MOST_LANES_IN = 12;
  private static final int MOST_LANES_OUT = 8;
  private static final int FEW_PROCESSORS = 4;
  private static final long LARGE_SLOT = 4L << 20;
  private static final long SMALL_SLOT = 2L << 20;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one of them is too small
   */
  public Staging {
    if (lanes < 1 || slotBytes < Long.BYTES * Long.BYTES) {
      throw new IllegalArgumentException(lanes + " lanes with slots of " + slotBytes + " bytes");
    }
  }

  /**
   * Values for copies to the device on this machine: all processors if there are few, otherwise
   * three of four, with slots that fit into the caches together. On an H200 with 16 cores, arrays
   * of 256 MiB are then copied in at 43 GB/s.
   */
  public static Staging in() {
    return in(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Values for copies from the device on this machine: slots so large that the C library writes
   * past the caches, which need not contain the program's array. On an H200 with 16 cores, arrays
   * of 256 MiB are then copied out at 49 GB/s.
   */
  public static Staging out() {
    return out(Runtime.getRuntime().availableProcessors());
  }

  static Staging in(int processors) {
    return processors <= FEW_PROCESSORS
        ? new Staging(processors, LARGE_SLOT)
        : new Staging(Math.min(MOST_LANES_IN, processors * 3 / 4), SMALL_SLOT);
  }

  static Staging out(int processors) {
    return processors <= FEW_PROCESSORS
        ? in(processors)
        : new Staging(Math.min(MOST_LANES_OUT, processors * 3 / 4), LARGE_SLOT);
  }

  /** From this size on it pays to wake helping threads. */
  long parallelBytes() {
    return 2 * slotBytes;
  }
}
