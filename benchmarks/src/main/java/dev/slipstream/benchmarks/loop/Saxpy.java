package dev.slipstream.benchmarks.loop;

import dev.slipstream.api.Parallel;

/** Adds a multiple of a vector to another: bound by memory, and the smallest body there is. */
public final class Saxpy implements FloatLoop {
  /** A loop without state. */
  public Saxpy() {}

  @Override
  public void run(float factor, float[] from, float[] to) {
    for (@Parallel int i = 0; i < to.length; i++) {
      to[i] = factor * from[i] + to[i];
    }
  }
}
