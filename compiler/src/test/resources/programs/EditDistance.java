import dev.slipstream.api.Parallel;

/** Levenshtein distances from one word to many; the two rows of the table are used again. */
class EditDistance {
  static Object run(int size) {
    String text = "the quick brown fox jumps over the lazy dog";
    char[] word = "brownish".toCharArray();
    char[][] others = new char[size][];
    for (int i = 0; i < size; i++) {
      int from = i % 20;
      others[i] = text.substring(from, from + 5 + i % 9).toCharArray();
    }
    int[] result = new int[size];
    int[] before = new int[word.length + 1];
    int[] now = new int[word.length + 1];
    for (@Parallel int w = 0; w < size; w++) {
      char[] other = others[w];
      for (int j = 0; j <= word.length; j++) {
        before[j] = j;
      }
      for (int i = 1; i <= other.length; i++) {
        now[0] = i;
        for (int j = 1; j <= word.length; j++) {
          int change = before[j - 1] + (word[j - 1] == other[i - 1] ? 0 : 1);
          now[j] = Math.min(change, 1 + Math.min(before[j], now[j - 1]));
        }
        for (int j = 0; j <= word.length; j++) {
          before[j] = now[j];
        }
      }
      result[w] = before[word.length];
    }
    return result;
  }
}
