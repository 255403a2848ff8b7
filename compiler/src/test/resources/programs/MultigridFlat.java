import dev.slipstream.api.Parallel;

/** A V-cycle for -u'' = f; all levels lie in one array each, at offsets. */
class MultigridFlat {
  static void smooth(double[] u, double[] f, double[] t, int offset, int n) {
    double h2 = 1.0 / ((double) n * n);
    for (int sweep = 0; sweep < 2; sweep++) {
      for (@Parallel int i = 1; i < n; i++) {
        t[i] = 0.5 * (u[offset + i - 1] + u[offset + i + 1] + h2 * f[offset + i]);
      }
      for (@Parallel int i = 1; i < n; i++) {
        u[offset + i] = t[i];
      }
    }
  }

  static void cycle(double[] u, double[] f, double[] t, int offset, int n) {
    smooth(u, f, t, offset, n);
    if (n <= 4) {
      return;
    }
    int coarse = offset + n + 1;
    int half = n / 2;
    double inverse = (double) n * n;
    for (@Parallel int i = 1; i < n; i++) {
      t[i] = f[offset + i] + (u[offset + i - 1] - 2 * u[offset + i] + u[offset + i + 1]) * inverse;
    }
    for (@Parallel int i = 1; i < half; i++) {
      f[coarse + i] = 0.25 * (t[2 * i - 1] + 2 * t[2 * i] + t[2 * i + 1]);
      u[coarse + i] = 0;
    }
    cycle(u, f, t, coarse, half);
    for (@Parallel int i = 0; i < half; i++) {
      u[offset + 2 * i] += u[coarse + i];
      u[offset + 2 * i + 1] += 0.5 * (u[coarse + i] + u[coarse + i + 1]);
    }
    smooth(u, f, t, offset, n);
  }

  static Object run(int size) {
    double[] u = new double[2 * size + 20], f = new double[2 * size + 20], t = new double[size + 1];
    for (int i = 1; i < size; i++) {
      f[i] = i % 5;
    }
    cycle(u, f, t, 0, size);
    return u;
  }
}
