import dev.slipstream.api.Parallel;

/** The discrete Fourier transform as it is defined. */
class DftNaive {
  static Object run(int size) {
    double[] signal = new double[size], re = new double[size], im = new double[size];
    for (int t = 0; t < size; t++) {
      signal[t] = t % 7 + 0.5;
    }
    for (@Parallel int k = 0; k < size; k++) {
      double sumRe = 0, sumIm = 0;
      for (int t = 0; t < size; t++) {
        double angle = 2 * Math.PI * t * k / size;
        sumRe += signal[t] * Math.cos(angle);
        sumIm -= signal[t] * Math.sin(angle);
      }
      re[k] = sumRe;
      im[k] = sumIm;
    }
    return new Object[] {re, im};
  }
}
