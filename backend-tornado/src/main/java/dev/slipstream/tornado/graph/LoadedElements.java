package dev.slipstream.tornado.graph;

/** Loops of which kernels are taken that gather elements on the device. */
public final class LoadedElements {
  private LoadedElements() {}

  /** One iteration, of ints and of what takes multiples of their bytes. */
  public static void body(int i, int at, int[] from, int[] to) {
    to[i] = from[at + i];
  }

  /** One iteration, of bytes. */
  public static void body(int i, int at, byte[] from, byte[] to) {
    to[i] = from[at + i];
  }
}
