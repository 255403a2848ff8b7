package dev.slipstream.runtime.configuration;

/**
 * What the host's cores compute of loops that devices share.
 *
 * @param part of the iterations of each loop, 0 to {@link #GREATEST}
 * @param threads how many threads compute it, 1 or more
 */
public record HostShare(double part, int threads) {
  /** The greatest part. */
  static final double GREATEST = 0.9;

  /** Nothing. */
  public static final HostShare NONE = new HostShare(0, 1);

  /** Whether it is nothing. */
  public boolean isNone() {
    return part <= 0;
  }
}
