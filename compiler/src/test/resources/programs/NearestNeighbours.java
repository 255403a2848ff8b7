import dev.slipstream.api.Parallel;

/** For each query the four nearest points, kept in order while searching. */
class NearestNeighbours {
  static final int K = 4;

  static Object run(int size) {
    double[] px = new double[size], py = new double[size];
    for (int i = 0; i < size; i++) {
      px[i] = (i * 37) % 101;
      py[i] = (i * 53) % 103;
    }
    int queries = size / 2;
    int[][] neighbours = new int[queries][K];
    for (@Parallel int q = 0; q < queries; q++) {
      double qx = q * 2.5, qy = 100 - q;
      double[] distance = new double[K];
      int[] index = new int[K];
      for (int k = 0; k < K; k++) {
        distance[k] = Double.POSITIVE_INFINITY;
      }
      for (int i = 0; i < size; i++) {
        double dx = px[i] - qx, dy = py[i] - qy;
        double d = dx * dx + dy * dy;
        if (d < distance[K - 1]) {
          int k = K - 1;
          while (k > 0 && distance[k - 1] > d) {
            distance[k] = distance[k - 1];
            index[k] = index[k - 1];
            k--;
          }
          distance[k] = d;
          index[k] = i;
        }
      }
      for (int k = 0; k < K; k++) {
        neighbours[q][k] = index[k];
      }
    }
    return neighbours;
  }
}
