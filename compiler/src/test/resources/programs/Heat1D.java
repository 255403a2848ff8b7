import dev.slipstream.api.Parallel;

/** Heat in a rod. */
class Heat1D {
  static float[] simulate(float[] u, float k, int steps) {
    float[] now = u, next = new float[u.length];
    next[0] = now[0];
    next[u.length - 1] = now[u.length - 1];
    for (int t = 0; t < steps; t++) {
      for (@Parallel int i = 1; i < now.length - 1; i++) {
        next[i] = now[i] + k * (now[i - 1] - 2 * now[i] + now[i + 1]);
      }
      float[] swap = now;
      now = next;
      next = swap;
    }
    return now;
  }

  static Object run(int size) {
    float[] u = new float[size];
    u[0] = 100;
    u[size / 2] = 50;
    return simulate(u, 0.2f, 6);
  }
}
