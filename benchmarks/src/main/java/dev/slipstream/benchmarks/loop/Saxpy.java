package dev.slipstream.benchmarks.loop;

import dev.slipstream.api.Parallel;

/** Adds a multiple of a vector to another: bound by memory, with the smallest possible body. */
public final class Saxpy implements FloatLoop {
  /** Creates a loop without state. */
  public Saxpy() {}

  @Override
  public void run(float factor, float[] from, float[] to) {
    for (@Parallel int i = 0; i < to.length; i++) {
      to[i] = factor * from[i] + to[i];
    }
  }
}
