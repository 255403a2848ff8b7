package dev.slipstream.benchmarks.loop;

import dev.slipstream.api.Parallel;

/** A loop with fifty lines of everything that kernels may contain, as work for the compiler. */
public final class LargeBody implements FloatLoop {
  private static final float GRAVITY = 9.81f;

  private final int width;
  private final int[] material;
  private final double[] density;

  /** Creates a body over matrices of up to 256 rows. */
  public LargeBody() {
    this.width = WIDTH;
    this.material = new int[256 * WIDTH];
    this.density = new double[256 * WIDTH];
  }

  @Override
  public void run(float factor, float[] from, float[] to) {
    for (@Parallel int i = width; i < to.length - width; i++) {
      int kind = material[i] & 7;
      float here = from[i];
      float left = from[i - 1];
      float right = from[i + 1];
      float above = from[i - width];
      float below = from[i + width];
      float laplace = left + right + above + below - 4 * here;
      float slope = (right - left) * 0.5f;
      float rise = (below - above) * 0.5f;
      float steepness = slope * slope + rise * rise;
      float speed;
      if (steepness > 1) {
        speed = (float) Math.sqrt(steepness);
      } else if (steepness > 0.25f) {
        speed = 0.5f + steepness * 0.5f;
      } else {
        speed = 0;
      }
      float diffusion =
          switch (kind) {
            case 0 -> 0.1f;
            case 1 -> 0.2f + speed * 0.01f;
            case 2 -> limited(speed, 0.3f);
            case 3 -> 0.4f - speed * 0.01f;
            case 4 -> 0.5f / (1 + speed);
            default -> 0.05f * kind;
          };
      double weight = density[i] * GRAVITY;
      double pressure = weight * Math.exp(-0.01 * weight);
      float relaxed = here;
      for (int round = 0; round < 4; round++) {
        float next = relaxed + diffusion * laplace * 0.25f;
        if (Math.abs(next - relaxed) < 1e-6f) {
          break;
        }
        relaxed = limited(next, 100);
      }
      int hash = i * 0x9E3779B9;
      hash ^= hash >>> 15;
      hash *= 0x85EBCA6B;
      hash ^= hash >>> 13;
      float noise = (hash & 0xFFFF) * 0x1p-16f - 0.5f;
      float pressed = (float) (pressure * 1e-3);
      float result = relaxed + factor * (pressed + noise * 1e-4f);
      to[i] = kind == 7 ? here : limited(result, 1000);
    }
  }

  private static float limited(float value, float bound) {
    return Math.max(-bound, Math.min(bound, value));
  }
}
