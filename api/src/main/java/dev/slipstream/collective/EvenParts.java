package dev.slipstream.collective;

/** Cuts ranges into equal parts. */
public final class EvenParts {
  private EvenParts() {}

  /**
   * Where a part begins.
   *
   * @param part its number; the number of parts for the end of the last one
   * @param parts how many there are
   * @param size of all together
   * @param granularity parts are multiples of it, but for the last one that is not empty
   */
  public static long start(long part, long parts, long size, long granularity) {
    long units = (size + granularity - 1) / granularity;
    long each = units / parts;
    long larger = units % parts;
    return Math.min(size, (part * each + Math.min(part, larger)) * granularity);
  }
}
