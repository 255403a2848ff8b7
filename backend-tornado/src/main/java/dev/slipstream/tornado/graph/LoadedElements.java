package dev.slipstream.tornado.graph;

/** Loops whose kernels gather elements on the device. */
public final class LoadedElements {
  private LoadedElements() {}

  /** One iteration, for ints and for types whose size is a multiple of theirs. */
  public static void body(int i, int at, int[] from, int[] to) {
    to[i] = from[at + i];
  }

  /** One iteration, for bytes. */
  public static void body(int i, int at, byte[] from, byte[] to) {
    to[i] = from[at + i];
  }
}
