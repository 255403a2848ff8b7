import dev.slipstream.api.Parallel;

/** A sparse lower triangular system: the rows of one level do not depend on each other. */
class TriangularLevels {
  static Object run(int size) {
    int n = size;
    int[] start = new int[n + 1];
    int[] column = new int[3 * n];
    double[] value = new double[3 * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      for (int back = 7; back <= 21; back += 7) {
        if (i - back >= 0) {
          column[count] = i - back;
          value[count++] = 0.1 * back;
        }
      }
      start[i + 1] = count;
    }
    int[] level = new int[n];
    int levels = 0;
    for (int i = 0; i < n; i++) {
      for (int k = start[i]; k < start[i + 1]; k++) {
        level[i] = Math.max(level[i], level[column[k]] + 1);
      }
      levels = Math.max(levels, level[i] + 1);
    }
    int[] levelStart = new int[levels + 1];
    int[] order = new int[n];
    int next = 0;
    for (int l = 0; l < levels; l++) {
      for (int i = 0; i < n; i++) {
        if (level[i] == l) {
          order[next++] = i;
        }
      }
      levelStart[l + 1] = next;
    }
    double[] b = new double[n], x = new double[n];
    for (int i = 0; i < n; i++) {
      b[i] = i % 9;
    }
    for (int l = 0; l < levels; l++) {
      int to = levelStart[l + 1];
      for (@Parallel int at = levelStart[l]; at < to; at++) {
        int i = order[at];
        double s = b[i];
        for (int k = start[i]; k < start[i + 1]; k++) {
          s -= value[k] * x[column[k]];
        }
        x[i] = s / 2.5;
      }
    }
    return x;
  }
}
