import dev.slipstream.api.Parallel;

/** The median of each pixel and its eight neighbours. */
class Median3 {
  static Object run(int size) {
    int[][] image = new int[size][size];
    int[][] median = new int[size][size];
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        image[y][x] = (x * 31 + y * 17 + x * y) % 256;
      }
    }
    for (@Parallel int y = 1; y < size - 1; y++) {
      for (@Parallel int x = 1; x < size - 1; x++) {
        int[] window = new int[9];
        int n = 0;
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) {
            window[n++] = image[y + dy][x + dx];
          }
        }
        for (int i = 1; i < 9; i++) {
          int v = window[i];
          int j = i - 1;
          while (j >= 0 && window[j] > v) {
            window[j + 1] = window[j];
            j--;
          }
          window[j + 1] = v;
        }
        median[y][x] = window[4];
      }
    }
    return median;
  }
}
