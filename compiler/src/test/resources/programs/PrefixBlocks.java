import dev.slipstream.api.Parallel;

/** Prefix sums: each block by itself, then the sums of the blocks before it. */
class PrefixBlocks {
  static void prefix(long[] a, int block) {
    int blocks = (a.length + block - 1) / block;
    long[] sums = new long[blocks];
    for (@Parallel int b = 0; b < blocks; b++) {
      int from = b * block;
      int to = Math.min(from + block, a.length);
      long sum = 0;
      for (int i = from; i < to; i++) {
        sum += a[i];
        a[i] = sum;
      }
      sums[b] = sum;
    }
    for (int b = 1; b < blocks; b++) {
      sums[b] += sums[b - 1];
    }
    for (@Parallel int b = 1; b < blocks; b++) {
      int to = Math.min((b + 1) * block, a.length);
      for (int i = b * block; i < to; i++) {
        a[i] += sums[b - 1];
      }
    }
  }

  static Object run(int size) {
    long[] a = new long[size];
    for (int i = 0; i < size; i++) {
      a[i] = i % 10;
    }
    prefix(a, 37);
    return a;
  }
}
