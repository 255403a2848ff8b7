import dev.slipstream.api.Parallel;

/** A loop that counts a long. */
class LongCounter {
  static Object run(int size) {
    long n = size;
    double[] a = new double[size];
    for (@Parallel long i = 0; i < n; i++) {
      a[(int) i] = 1.0 / (i * i + 1);
    }
    return a;
  }
}
