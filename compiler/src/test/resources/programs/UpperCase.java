import dev.slipstream.api.Parallel;

/** Letters to capitals, and how many there were in each block. */
class UpperCase {
  static Object run(int size) {
    char[] text = new char[size];
    for (int i = 0; i < size; i++) {
      text[i] = (char) (32 + (i * 7) % 95);
    }
    int block = 64;
    int[] letters = new int[(size + block - 1) / block];
    for (@Parallel int b = 0; b < letters.length; b++) {
      int end = Math.min(size, (b + 1) * block);
      for (int i = b * block; i < end; i++) {
        char c = text[i];
        if (c >= 'a' && c <= 'z') {
          text[i] = (char) (c - 'a' + 'A');
          letters[b]++;
        }
      }
    }
    return new Object[] {text, letters};
  }
}
