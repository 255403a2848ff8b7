import dev.slipstream.api.Parallel;

/** A sparse matrix of blocks of 2 by 2 times a vector. */
class SpmvBlocks {
  static void multiply(int[] start, int[] blockColumn, double[] blocks, double[] x, double[] y) {
    int blockRows = start.length - 1;
    for (@Parallel int r = 0; r < blockRows; r++) {
      double y0 = 0, y1 = 0;
      int end = start[r + 1];
      for (int b = start[r]; b < end; b++) {
        int c = 2 * blockColumn[b];
        double x0 = x[c], x1 = x[c + 1];
        int at = 4 * b;
        y0 += blocks[at] * x0 + blocks[at + 1] * x1;
        y1 += blocks[at + 2] * x0 + blocks[at + 3] * x1;
      }
      y[2 * r] = y0;
      y[2 * r + 1] = y1;
    }
  }

  static Object run(int size) {
    int[] start = new int[size + 1];
    for (int r = 0; r < size; r++) {
      start[r + 1] = start[r] + 1 + r % 4;
    }
    int[] blockColumn = new int[start[size]];
    double[] blocks = new double[4 * start[size]];
    for (int b = 0; b < blockColumn.length; b++) {
      blockColumn[b] = (b * 7) % size;
      for (int e = 0; e < 4; e++) {
        blocks[4 * b + e] = b + 0.25 * e;
      }
    }
    double[] x = new double[2 * size], y = new double[2 * size];
    for (int i = 0; i < x.length; i++) {
      x[i] = 1.0 / (i + 2);
    }
    multiply(start, blockColumn, blocks, x, y);
    return y;
  }
}
