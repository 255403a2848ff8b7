import dev.slipstream.api.Parallel;

/** The lengths of all shortest paths. */
class FloydWarshall {
  static final int FAR = 1_000_000;

  static void shortest(int[][] d) {
    int n = d.length;
    for (int k = 0; k < n; k++) {
      int[] dk = d[k];
      for (@Parallel int i = 0; i < n; i++) {
        int[] di = d[i];
        int dik = di[k];
        for (int j = 0; j < n; j++) {
          int via = dik + dk[j];
          if (via < di[j]) {
            di[j] = via;
          }
        }
      }
    }
  }

  static Object run(int size) {
    int[][] d = new int[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        d[i][j] = i == j ? 0 : (i * 31 + j * 17) % 5 == 0 ? 1 + (i + j) % 23 : FAR;
      }
    }
    shortest(d);
    return d;
  }
}
