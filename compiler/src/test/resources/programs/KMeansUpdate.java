import dev.slipstream.api.Parallel;

/**
 * The update step of k-means on a grid of integers: members are counted and added up by cluster.
 */
class KMeansUpdate {
  static Object run(int size) {
    int clusters = 8;
    int[] x = new int[size], y = new int[size], cluster = new int[size];
    for (int p = 0; p < size; p++) {
      x[p] = (p * 13) % 97;
      y[p] = (p * 29) % 89;
      cluster[p] = (p * p) % clusters;
    }
    int[] members = new int[clusters];
    long[] sumX = new long[clusters], sumY = new long[clusters];
    for (@Parallel int p = 0; p < size; p++) {
      int c = cluster[p];
      members[c]++;
      sumX[c] += x[p];
      sumY[c] += y[p];
    }
    return new Object[] {members, sumX, sumY};
  }
}
