import dev.slipstream.api.Parallel;

/** Smith-Waterman: the cells of one antidiagonal do not depend on each other. */
class AntiDiagonals {
  static Object run(int size) {
    int n = size, m = size + 7, width = m + 1;
    byte[] a = new byte[n], b = new byte[m];
    for (int i = 0; i < n; i++) {
      a[i] = (byte) ("ACGT".charAt(i * 7 % 4));
    }
    for (int j = 0; j < m; j++) {
      b[j] = (byte) ("ACGT".charAt(j * j % 4));
    }
    int[] h = new int[(n + 1) * width];
    for (int d = 2; d <= n + m; d++) {
      int from = Math.max(1, d - m), to = Math.min(n, d - 1);
      for (@Parallel int i = from; i <= to; i++) {
        int j = d - i;
        int match = h[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
        int gap = Math.max(h[(i - 1) * width + j], h[i * width + j - 1]) - 1;
        h[i * width + j] = Math.max(0, Math.max(match, gap));
      }
    }
    return h;
  }
}
