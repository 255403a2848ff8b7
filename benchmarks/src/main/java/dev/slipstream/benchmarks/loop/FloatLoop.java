package dev.slipstream.benchmarks.loop;

/** A marked loop over arrays of floats. */
public interface FloatLoop {
  /** The elements in a row where arrays stand for matrices. */
  int WIDTH = 1024;

  /**
   * Runs the loop.
   *
   * @param factor any number
   * @param from what is read
   * @param to what is written, and perhaps read; as long as {@code from}
   */
  void run(float factor, float[] from, float[] to);
}
