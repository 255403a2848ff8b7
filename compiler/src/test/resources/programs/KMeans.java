import dev.slipstream.api.Parallel;

/** The assignment step of k-means. */
class KMeans {
  static void assign(float[][] points, float[][] centres, int[] nearest) {
    for (@Parallel int p = 0; p < points.length; p++) {
      float best = Float.MAX_VALUE;
      int at = -1;
      for (int c = 0; c < centres.length; c++) {
        float d = 0;
        for (int k = 0; k < points[p].length; k++) {
          float diff = points[p][k] - centres[c][k];
          d += diff * diff;
        }
        if (d < best) {
          best = d;
          at = c;
        }
      }
      nearest[p] = at;
    }
  }

  static Object run(int size) {
    float[][] points = new float[size][3], centres = new float[5][3];
    for (int p = 0; p < size; p++) {
      for (int k = 0; k < 3; k++) {
        points[p][k] = (p * 31 + k * 7) % 23;
      }
    }
    for (int c = 0; c < centres.length; c++) {
      for (int k = 0; k < 3; k++) {
        centres[c][k] = 4 * c + k;
      }
    }
    int[] nearest = new int[size];
    assign(points, centres, nearest);
    return nearest;
  }
}
