import dev.slipstream.api.Parallel;

/** A bitonic sorting network, in place. */
class BitonicStep {
  static void sort(int[] a) {
    for (int k = 2; k <= a.length; k *= 2) {
      for (int j = k / 2; j > 0; j /= 2) {
        for (@Parallel int i = 0; i < a.length; i++) {
          int partner = i ^ j;
          if (partner > i) {
            boolean up = (i & k) == 0;
            if (a[i] > a[partner] == up) {
              int swap = a[i];
              a[i] = a[partner];
              a[partner] = swap;
            }
          }
        }
      }
    }
  }

  static Object run(int size) {
    int[] a = new int[size];
    for (int i = 0; i < size; i++) {
      a[i] = i * 0x9E3779B1 >> 7;
    }
    sort(a);
    return a;
  }
}
