package dev.slipstream.benchmarks.attached;

import dev.slipstream.api.Parallel;
import java.io.IOException;

/** Runs a marked loop a given number of times, and then does what {@link QuietProgram} does. */
public final class LoopProgram {
  private LoopProgram() {}

  /**
   * Runs the program.
   *
   * @param arguments the number of classes to load, and the number of executions of the loop
   * @throws IOException if a jar cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    int steps = Integer.parseInt(arguments[1]);
    if (steps > 0) {
      float[] a = new float[1 << 20];
      float[] b = new float[1 << 20];
      for (int step = 0; step < steps; step++) {
        smooth(step % 2 == 0 ? a : b, step % 2 == 0 ? b : a);
      }
      if (a[500] != 0) {
        throw new AssertionError("the mean of zeros is " + a[500]);
      }
    }
    QuietProgram.main(arguments);
  }

  private static void smooth(float[] from, float[] to) {
    for (@Parallel int i = 1; i < from.length - 1; i++) {
      to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
    }
  }
}
