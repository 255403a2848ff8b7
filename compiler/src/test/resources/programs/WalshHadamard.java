import dev.slipstream.api.Parallel;

/** The fast Walsh-Hadamard transform of ints. */
class WalshHadamard {
  static void transform(int[] a) {
    int n = a.length;
    for (int h = 1; h < n; h <<= 1) {
      for (@Parallel int k = 0; k < n / 2; k++) {
        int i = ((k & -h) << 1) | (k & (h - 1));
        int x = a[i];
        int y = a[i + h];
        a[i] = x + y;
        a[i + h] = x - y;
      }
    }
  }

  static Object run(int size) {
    int[] a = new int[size];
    for (int i = 0; i < size; i++) {
      a[i] = i * i % 31;
    }
    transform(a);
    return a;
  }
}
