package dev.slipstream.runtime.observation;

/**
 * How kernels came to devices that keep built kernels between runs.
 *
 * @param fromCache those that were loaded as an earlier run had left them
 * @param built those that a driver had to build
 */
public record BuildStatistics(long fromCache, long built) {
  /** No kernel came. */
  public static final BuildStatistics NONE = new BuildStatistics(0, 0);
}
