package dev.slipstream.runtime.configuration;

/**
 * The settings for deferred loops.
 *
 * @param enabled whether a program continues before its loops have ended, if it cannot notice a
 *     difference
 * @param chosen whether the user has set this
 * @param benchmarksWait whether benchmark methods of JMH return only when their loops have ended
 * @param deviceMemory the most bytes that are allocated on a device at the same time; {@link #ALL}
 *     for the whole memory
 * @param window how many horizons may be pending before a program that submits loops waits, at
 *     least 2
 * @param hostShare the host's part of loops that devices share
 */
public record DeferralSettings(
    boolean enabled,
    boolean chosen,
    boolean benchmarksWait,
    long deviceMemory,
    int window,
    HostShare hostShare) {
  /** All memory of a device. */
  public static final long ALL = Long.MAX_VALUE;

  /** The smallest number of pending horizons. */
  static final int LEAST_WINDOW = 2;

  /** The largest number of pending horizons. */
  static final int GREATEST_WINDOW = 1000;
}
