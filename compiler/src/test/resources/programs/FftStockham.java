import dev.slipstream.api.Parallel;

/** Stockham's fast Fourier transform: two arrays, two nested loops for each stage. */
class FftStockham {
  static Object run(int size) {
    float[] x = new float[2 * size], y = new float[2 * size];
    for (int i = 0; i < size; i++) {
      x[2 * i] = i % 5;
    }
    for (int n = size, s = 1; n > 1; n /= 2, s *= 2) {
      int m = n / 2;
      float[] w = new float[2 * m];
      for (int p = 0; p < m; p++) {
        w[2 * p] = (float) Math.cos(2 * Math.PI * p / n);
        w[2 * p + 1] = (float) -Math.sin(2 * Math.PI * p / n);
      }
      for (@Parallel int p = 0; p < m; p++) {
        for (@Parallel int q = 0; q < s; q++) {
          int a = 2 * (q + s * p);
          int b = 2 * (q + s * (p + m));
          float ar = x[a], ai = x[a + 1], br = x[b], bi = x[b + 1];
          float dr = ar - br, di = ai - bi;
          int even = 2 * (q + s * 2 * p);
          int odd = 2 * (q + s * (2 * p + 1));
          y[even] = ar + br;
          y[even + 1] = ai + bi;
          y[odd] = dr * w[2 * p] - di * w[2 * p + 1];
          y[odd + 1] = dr * w[2 * p + 1] + di * w[2 * p];
        }
      }
      float[] swap = x;
      x = y;
      y = swap;
    }
    return x;
  }
}
