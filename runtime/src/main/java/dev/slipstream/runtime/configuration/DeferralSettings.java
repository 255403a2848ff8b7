package dev.slipstream.runtime.configuration;

/**
 * How loops are deferred.
 *
 * @param enabled whether a program goes on before its loops have ended, where that changes nothing
 *     that it can see
 * @param chosen whether somebody has said so, and not left it as it is
 * @param benchmarksWait whether benchmark methods of JMH return only when their loops have ended
 * @param deviceMemory the most bytes that are allocated on a device at a time; {@link #ALL} for
 *     what the device has
 * @param window how many horizons may be pending before a program that submits loops waits, at
 *     least 2
 * @param hostShare what the host computes of loops that devices share
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

  /** The least number of pending horizons. */
  static final int LEAST_WINDOW = 2;

  /** The greatest number of pending horizons. */
  static final int GREATEST_WINDOW = 1000;
}
