import dev.slipstream.api.Parallel;

/** The transpose of a matrix, by tiles. */
class Transpose {
  static final int TILE = 16;

  static float[][] transpose(float[][] a) {
    int rows = a.length;
    int columns = a[0].length;
    float[][] t = new float[columns][rows];
    for (@Parallel int bi = 0; bi < rows; bi += TILE) {
      for (int bj = 0; bj < columns; bj += TILE) {
        int endI = Math.min(bi + TILE, rows);
        int endJ = Math.min(bj + TILE, columns);
        for (int i = bi; i < endI; i++) {
          for (int j = bj; j < endJ; j++) {
            t[j][i] = a[i][j];
          }
        }
      }
    }
    return t;
  }

  static Object run(int size) {
    float[][] a = new float[size][size + 7];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < a[i].length; j++) {
        a[i][j] = i * 1000 + j;
      }
    }
    return transpose(a);
  }
}
