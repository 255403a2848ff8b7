import dev.slipstream.api.Parallel;

/** Integer division by what an array holds. */
class DivideByElements {
  static Object run(int size) {
    int[] total = new int[size], count = new int[size], mean = new int[size], rest = new int[size];
    for (int i = 0; i < size; i++) {
      total[i] = i * 31 - 1000;
      count[i] = 1 + i % 12;
    }
    for (@Parallel int i = 0; i < size; i++) {
      mean[i] = total[i] / count[i];
      rest[i] = total[i] % count[i];
    }
    return new Object[] {mean, rest};
  }
}
