import dev.slipstream.api.Parallel;

/** The wave equation in three dimensions. */
class Wave3D {
  static void step(float[][][] before, float[][][] now, float[][][] next, float c) {
    int n = now.length;
    for (@Parallel int i = 1; i < n - 1; i++) {
      for (@Parallel int j = 1; j < n - 1; j++) {
        for (@Parallel int k = 1; k < n - 1; k++) {
          float laplacian =
              now[i - 1][j][k]
                  + now[i + 1][j][k]
                  + now[i][j - 1][k]
                  + now[i][j + 1][k]
                  + now[i][j][k - 1]
                  + now[i][j][k + 1]
                  - 6 * now[i][j][k];
          next[i][j][k] = 2 * now[i][j][k] - before[i][j][k] + c * laplacian;
        }
      }
    }
  }

  static Object run(int size) {
    float[][][] before = new float[size][size][size];
    float[][][] now = new float[size][size][size];
    float[][][] next = new float[size][size][size];
    now[size / 2][size / 2][size / 2] = 1;
    now[size / 3][size / 2][size / 4] = -2;
    for (int t = 0; t < 3; t++) {
      step(before, now, next, 0.25f);
      float[][][] oldest = before;
      before = now;
      now = next;
      next = oldest;
    }
    return now;
  }
}
