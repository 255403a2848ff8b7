package dev.slipstream.collective;

/** Cuts ranges into equal parts. */
public final class EvenParts {
  private EvenParts() {}

  /**
   * The start of a part.
   *
   * @param part its number; the number of parts for the end of the last one
   * @param parts the number of parts
   * @param size the total size
   * @param granularity parts are multiples of it, except for the last one that is not empty
   */
  public static long start(long part, long parts, long size, long granularity) {
    long units = (size + granularity - 1) / granularity;
    long each = units / parts;
    long larger = units % parts;
    return Math.min(size, (part * each + Math.min(part, larger)) * granularity);
  }
}
