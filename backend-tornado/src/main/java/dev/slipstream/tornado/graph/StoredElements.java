package dev.slipstream.tornado.graph;

/** Loops of which kernels are taken that put elements in their places on the device. */
public final class StoredElements {
  private StoredElements() {}

  /** One iteration, of ints and of what takes multiples of their bytes. */
  public static void body(int i, int at, int[] from, int[] to) {
    to[at + i] = from[i];
  }

  /** One iteration, of bytes. */
  public static void body(int i, int at, byte[] from, byte[] to) {
    to[at + i] = from[i];
  }
}
