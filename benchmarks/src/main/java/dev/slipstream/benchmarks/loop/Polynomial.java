package dev.slipstream.benchmarks.loop;

import dev.slipstream.api.Parallel;

/** A polynomial of degree seven by Horner's rule: bound by arithmetic. */
public final class Polynomial implements FloatLoop {
  /** Creates a loop without state. */
  public Polynomial() {}

  @Override
  public void run(float factor, float[] from, float[] to) {
    for (@Parallel int i = 0; i < to.length; i++) {
      float x = factor * from[i];
      float value = 0.125f;
      value = value * x + 0.25f;
      value = value * x - 0.375f;
      value = value * x + 0.5f;
      value = value * x - 0.625f;
      value = value * x + 0.75f;
      value = value * x - 0.875f;
      value = value * x + 1;
      to[i] = value;
    }
  }
}
