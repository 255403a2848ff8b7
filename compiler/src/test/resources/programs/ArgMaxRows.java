import dev.slipstream.api.Parallel;

/** The column of the largest entry of each row. */
class ArgMaxRows {
  static int argMax(float[] row) {
    int at = 0;
    for (int j = 1; j < row.length; j++) {
      if (row[j] > row[at]) {
        at = j;
      }
    }
    return at;
  }

  static Object run(int size) {
    float[][] scores = new float[size][10];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < 10; j++) {
        scores[i][j] = (i * 17 + j * j * 5) % 29;
      }
    }
    int[] predicted = new int[size];
    for (@Parallel int i = 0; i < scores.length; i++) {
      predicted[i] = argMax(scores[i]);
    }
    return predicted;
  }
}
