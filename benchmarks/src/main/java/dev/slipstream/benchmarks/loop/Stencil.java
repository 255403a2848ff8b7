package dev.slipstream.benchmarks.loop;

import dev.slipstream.api.Parallel;

/**
 * A five-point stencil of a matrix in one flat loop, with index offsets that the compiler must
 * bound.
 */
public final class Stencil implements FloatLoop {
  private final int width;

  /** Creates a stencil over rows of {@link FloatLoop#WIDTH}. */
  public Stencil() {
    this.width = WIDTH;
  }

  @Override
  public void run(float factor, float[] from, float[] to) {
    for (@Parallel int i = width; i < to.length - width; i++) {
      float around = from[i - 1] + from[i + 1] + from[i - width] + from[i + width];
      to[i] = from[i] + factor * (around - 4 * from[i]);
    }
  }
}
