package dev.slipstream.tornado.graph;

/** A loop whose kernel makes TornadoVM allocate an array. Never called on the host. */
public final class TouchedMemory {
  private TouchedMemory() {}

  /** One iteration. */
  public static void body(int i, byte[] memory) {
    memory[i] = 1;
  }
}
