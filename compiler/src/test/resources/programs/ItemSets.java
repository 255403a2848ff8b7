import dev.slipstream.api.Parallel;

/** In how many transactions each pair of items occurs together. */
class ItemSets {
  static Object run(int size) {
    int items = 20, words = (size + 63) / 64;
    long[][] occurs = new long[items][words];
    for (int t = 0; t < size; t++) {
      for (int i = 0; i < items; i++) {
        if ((t * 7 + i * 13) % (3 + i % 4) == 0) {
          occurs[i][t >>> 6] |= 1L << t;
        }
      }
    }
    int[][] support = new int[items][items];
    for (@Parallel int i = 0; i < items; i++) {
      for (int j = i; j < items; j++) {
        int count = 0;
        for (int w = 0; w < words; w++) {
          count += Long.bitCount(occurs[i][w] & occurs[j][w]);
        }
        support[i][j] = count;
      }
    }
    return support;
  }
}
