package dev.slipstream.tornado.resident;

/** A loop of which the kernel is taken before which bytes are copied to the device. */
public final class PlacedBytes {
  private PlacedBytes() {}

  /** One iteration, which does nothing unless it is told to. */
  public static void body(int i, int never, byte[] memory) {
    if (never > 0) {
      memory[i] = 1;
    }
  }
}
