import dev.slipstream.api.Parallel;

/** Sorting by counting how many come before. */
class RankSort {
  static Object run(int size) {
    double[] a = new double[size], sorted = new double[size];
    int[] rank = new int[size];
    for (int i = 0; i < size; i++) {
      a[i] = (i * 7919) % 61;
    }
    for (@Parallel int i = 0; i < size; i++) {
      int r = 0;
      for (int j = 0; j < size; j++) {
        if (a[j] < a[i] || (a[j] == a[i] && j < i)) {
          r++;
        }
      }
      rank[i] = r;
    }
    for (@Parallel int i = 0; i < size; i++) {
      sorted[rank[i]] = a[i];
    }
    return sorted;
  }
}
