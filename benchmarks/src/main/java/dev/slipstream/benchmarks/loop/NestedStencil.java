package dev.slipstream.benchmarks.loop;

import dev.slipstream.api.Parallel;

/** A five-point stencil of a matrix in two nested loops, as most programs write it. */
public final class NestedStencil implements FloatLoop {
  private final int width;

  /** Creates a stencil over rows of {@link FloatLoop#WIDTH}. */
  public NestedStencil() {
    this.width = WIDTH;
  }

  @Override
  public void run(float factor, float[] from, float[] to) {
    int height = to.length / width;
    for (@Parallel int y = 1; y < height - 1; y++) {
      for (@Parallel int x = 1; x < width - 1; x++) {
        int i = y * width + x;
        float around = from[i - 1] + from[i + 1] + from[i - width] + from[i + width];
        to[i] = from[i] + factor * (around - 4 * from[i]);
      }
    }
  }
}
