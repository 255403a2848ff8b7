package dev.slipstream.runtime.observation;

/**
 * Where kernels came from, on devices that keep built kernels between runs.
 *
 * @param fromCache the kernels that were loaded as an earlier run had left them
 * @param built the kernels that a driver had to build
 */
public record BuildStatistics(long fromCache, long built) {
  /** No kernels. */
  public static final BuildStatistics NONE = new BuildStatistics(0, 0);
}
