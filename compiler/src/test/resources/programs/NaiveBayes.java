import dev.slipstream.api.Parallel;

/** The counts of a naive Bayes classifier: how often an attribute has a value in a class. */
class NaiveBayes {
  static final int CLASSES = 3, VALUES = 5;

  static Object run(int size) {
    int attributes = 12;
    int[][] rows = new int[size][attributes];
    int[] label = new int[size];
    for (int r = 0; r < size; r++) {
      label[r] = r % CLASSES;
      for (int a = 0; a < attributes; a++) {
        rows[r][a] = (r * (a + 3) + a) % VALUES;
      }
    }
    int[][] counts = new int[attributes][CLASSES * VALUES];
    for (@Parallel int a = 0; a < attributes; a++) {
      int[] count = counts[a];
      for (int r = 0; r < rows.length; r++) {
        count[label[r] * VALUES + rows[r][a]]++;
      }
    }
    return counts;
  }
}
