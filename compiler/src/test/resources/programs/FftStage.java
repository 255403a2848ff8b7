import dev.slipstream.api.Parallel;

/** A fast Fourier transform in place; each stage is one parallel loop over its butterflies. */
class FftStage {
  static void fft(double[] re, double[] im) {
    int n = re.length;
    for (int i = 1, j = 0; i < n; i++) {
      int bit = n >> 1;
      for (; (j & bit) != 0; bit >>= 1) {
        j ^= bit;
      }
      j ^= bit;
      if (i < j) {
        double t = re[i];
        re[i] = re[j];
        re[j] = t;
        t = im[i];
        im[i] = im[j];
        im[j] = t;
      }
    }
    double[] cos = new double[n / 2], sin = new double[n / 2];
    for (int k = 0; k < n / 2; k++) {
      cos[k] = Math.cos(2 * Math.PI * k / n);
      sin[k] = -Math.sin(2 * Math.PI * k / n);
    }
    for (int half = 1; half < n; half *= 2) {
      int stride = n / (2 * half);
      for (@Parallel int k = 0; k < n / 2; k++) {
        int j = k % half;
        int top = (k / half) * 2 * half + j;
        int bottom = top + half;
        double wr = cos[j * stride], wi = sin[j * stride];
        double xr = re[bottom] * wr - im[bottom] * wi;
        double xi = re[bottom] * wi + im[bottom] * wr;
        re[bottom] = re[top] - xr;
        im[bottom] = im[top] - xi;
        re[top] += xr;
        im[top] += xi;
      }
    }
  }

  static Object run(int size) {
    double[] re = new double[size], im = new double[size];
    for (int i = 0; i < size; i++) {
      re[i] = (i * 37) % 19 - 9;
      im[i] = i % 2;
    }
    fft(re, im);
    return new Object[] {re, im};
  }
}
