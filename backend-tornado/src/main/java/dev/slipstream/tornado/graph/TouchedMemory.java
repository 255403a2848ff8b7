package dev.slipstream.tornado.graph;

/** A loop of which the kernel is taken that lets TornadoVM allocate an array. Never called. */
public final class TouchedMemory {
  private TouchedMemory() {}

  /** One iteration. */
  public static void body(int i, byte[] memory) {
    memory[i] = 1;
  }
}
