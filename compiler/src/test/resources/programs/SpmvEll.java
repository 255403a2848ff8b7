import dev.slipstream.api.Parallel;

/** A sparse matrix in ELLPACK format times a vector; missing entries have column -1. */
class SpmvEll {
  static Object run(int size) {
    int n = size, width = 7;
    int[] columns = new int[n * width];
    float[] values = new float[n * width];
    float[] x = new float[n], y = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = 1f / (i + 1);
      for (int k = 0; k < width; k++) {
        boolean there = k <= i % width;
        columns[k * n + i] = there ? (i + k * k * 5) % n : -1;
        values[k * n + i] = there ? k + 0.5f : 0;
      }
    }
    for (@Parallel int i = 0; i < n; i++) {
      float sum = 0;
      for (int k = 0; k < width; k++) {
        int c = columns[k * n + i];
        if (c >= 0) {
          sum += values[k * n + i] * x[c];
        }
      }
      y[i] = sum;
    }
    return y;
  }
}
