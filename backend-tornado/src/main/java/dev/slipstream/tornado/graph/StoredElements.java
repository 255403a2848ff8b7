package dev.slipstream.tornado.graph;

/** Loops whose kernels store elements in their places on the device. */
public final class StoredElements {
  private StoredElements() {}

  /** One iteration, for ints and for types whose size is a multiple of theirs. */
  public static void body(int i, int at, int[] from, int[] to) {
    to[at + i] = from[i];
  }

  /** One iteration, for bytes. */
  public static void body(int i, int at, byte[] from, byte[] to) {
    to[at + i] = from[i];
  }
}
