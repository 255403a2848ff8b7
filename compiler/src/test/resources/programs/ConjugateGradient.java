import dev.slipstream.api.Parallel;
import dev.slipstream.api.Reduction;

/** Conjugate gradients for the 5-point Laplacian on a square. */
class ConjugateGradient {
  private final int n;
  private final double[] x;
  private final double[] r;
  private final double[] p;
  private final double[] q;

  ConjugateGradient(int n) {
    this.n = n;
    x = new double[n * n];
    r = new double[n * n];
    p = new double[n * n];
    q = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      r[i] = 1 + i % 3;
      p[i] = r[i];
    }
  }

  private static double dot(double[] u, double[] v) {
    @Reduction double sum = 0;
    for (@Parallel int i = 0; i < u.length; i++) {
      sum += u[i] * v[i];
    }
    return sum;
  }

  private void applyMatrix() {
    for (@Parallel int i = 0; i < n; i++) {
      for (@Parallel int j = 0; j < n; j++) {
        int at = i * n + j;
        double v = 4 * p[at];
        if (i > 0) v -= p[at - n];
        if (i < n - 1) v -= p[at + n];
        if (j > 0) v -= p[at - 1];
        if (j < n - 1) v -= p[at + 1];
        q[at] = v;
      }
    }
  }

  private static void axpy(double alpha, double[] u, double[] v) {
    for (@Parallel int i = 0; i < v.length; i++) {
      v[i] += alpha * u[i];
    }
  }

  void solve(int steps) {
    double rr = dot(r, r);
    for (int step = 0; step < steps; step++) {
      applyMatrix();
      double alpha = rr / dot(p, q);
      axpy(alpha, p, x);
      axpy(-alpha, q, r);
      double next = dot(r, r);
      double beta = next / rr;
      rr = next;
      for (@Parallel int i = 0; i < n * n; i++) {
        p[i] = r[i] + beta * p[i];
      }
    }
  }

  static Object run(int size) {
    ConjugateGradient cg = new ConjugateGradient(size);
    cg.solve(4);
    return cg.x;
  }
}
