import dev.slipstream.api.Parallel;

/** The lengths of Collatz sequences. */
class Collatz {
  static Object run(int size) {
    int[] length = new int[size];
    for (@Parallel int i = 1; i < size; i++) {
      long n = i;
      int steps = 0;
      while (n != 1) {
        n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
        steps++;
      }
      length[i] = steps;
    }
    return length;
  }
}
