import dev.slipstream.api.Parallel;

/** A V-cycle for -u'' = f, with a row for each level. */
class MultigridRows {
  final double[][] u, f, r;

  MultigridRows(int n) {
    int levels = 0;
    for (int m = n; m >= 4; m /= 2) {
      levels++;
    }
    u = new double[levels][];
    f = new double[levels][];
    r = new double[levels][];
    for (int l = 0; l < levels; l++) {
      u[l] = new double[(n >> l) + 1];
      f[l] = new double[(n >> l) + 1];
      r[l] = new double[(n >> l) + 1];
    }
  }

  void smooth(int level) {
    double[] ul = u[level], fl = f[level], rl = r[level];
    int n = ul.length - 1;
    double h2 = 1.0 / n / n;
    for (@Parallel int i = 1; i < n; i++) {
      rl[i] = 0.5 * (ul[i - 1] + ul[i + 1] + h2 * fl[i]);
    }
    for (@Parallel int i = 1; i < n; i++) {
      ul[i] = rl[i];
    }
  }

  void restrict(int level) {
    int n = u[level].length - 1;
    for (@Parallel int i = 1; i < n; i++) {
      r[level][i] = f[level][i] + (u[level][i - 1] - 2 * u[level][i] + u[level][i + 1]) * n * n;
    }
    for (@Parallel int i = 1; i < n / 2; i++) {
      f[level + 1][i] = 0.25 * (r[level][2 * i - 1] + 2 * r[level][2 * i] + r[level][2 * i + 1]);
    }
  }

  void prolong(int level) {
    double[] fine = u[level], coarse = u[level + 1];
    for (@Parallel int i = 1; i < fine.length - 1; i++) {
      if (i % 2 == 0) {
        fine[i] += coarse[i / 2];
      } else {
        fine[i] += 0.5 * (coarse[i / 2] + coarse[i / 2 + 1]);
      }
    }
  }

  static Object run(int size) {
    MultigridRows m = new MultigridRows(size);
    for (int i = 0; i <= size; i++) {
      m.f[0][i] = i % 3;
    }
    for (int l = 0; l < m.u.length - 1; l++) {
      m.smooth(l);
      m.restrict(l);
    }
    for (int l = m.u.length - 2; l >= 0; l--) {
      m.prolong(l);
      m.smooth(l);
    }
    return m.u;
  }
}
