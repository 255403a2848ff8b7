import dev.slipstream.api.Parallel;

/** A scratch array that each iteration fills before it reads it. */
class ScratchArray {
  static Object run(int size) {
    double[][] matrix = new double[size][16];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < 16; j++) {
        matrix[i][j] = (i * 5 + j * 3) % 17;
      }
    }
    double[] scratch = new double[16];
    double[] result = new double[size];
    for (@Parallel int i = 0; i < size; i++) {
      for (int j = 0; j < 16; j++) {
        scratch[j] = matrix[i][j] * matrix[i][15 - j];
      }
      double s = 0;
      for (int j = 0; j < 16; j++) {
        s += scratch[j] / (1 + scratch[(j + 1) % 16]);
      }
      result[i] = s;
    }
    return result;
  }
}
