package dev.slipstream.runtime.configuration;

/**
 * The part of loops shared by devices that the host's cores compute.
 *
 * @param part the fraction of the iterations of each loop, 0 to {@link #GREATEST}
 * @param threads how many threads compute it, 1 or more
 */
public record HostShare(double part, int threads) {
  /** The largest part. */
  static final double GREATEST = 0.9;

  /** No part. */
  public static final HostShare NONE = new HostShare(0, 1);

  /** Whether the host has no part. */
  public boolean isNone() {
    return part <= 0;
  }
}
