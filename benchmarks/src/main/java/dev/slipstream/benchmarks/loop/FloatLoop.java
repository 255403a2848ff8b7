package dev.slipstream.benchmarks.loop;

/** A marked loop over arrays of floats. */
public interface FloatLoop {
  /** The number of elements in a row where arrays represent matrices. */
  int WIDTH = 1024;

  /**
   * Runs the loop.
   *
   * @param factor any number
   * @param from the array that the loop reads
   * @param to the array that the loop writes, and perhaps reads; as long as {@code from}
   */
  void run(float factor, float[] from, float[] to);
}
