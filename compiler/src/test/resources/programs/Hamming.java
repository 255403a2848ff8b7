import dev.slipstream.api.Parallel;

/** How many bytes differ between each two rows. */
class Hamming {
  static int distance(byte[] a, byte[] b) {
    int d = 0;
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) {
        d++;
      }
    }
    return d;
  }

  static Object run(int size) {
    byte[][] words = new byte[size][24];
    for (int w = 0; w < size; w++) {
      for (int i = 0; i < 24; i++) {
        words[w][i] = (byte) ((w * i + w) % 4);
      }
    }
    int[][] distances = new int[size][size];
    for (@Parallel int i = 0; i < size; i++) {
      for (@Parallel int j = 0; j < size; j++) {
        distances[i][j] = distance(words[i], words[j]);
      }
    }
    return distances;
  }
}
