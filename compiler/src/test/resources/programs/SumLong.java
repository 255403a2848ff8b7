import dev.slipstream.api.Parallel;

/** The sum and the sum of squares of ints, as longs. */
class SumLong {
  static Object run(int size) {
    int[] a = new int[size];
    for (int i = 0; i < size; i++) {
      a[i] = i * 0x9E3779B1;
    }
    long sum = 0, squares = 0;
    for (@Parallel int i = 0; i < a.length; i++) {
      sum += a[i];
      squares += (long) a[i] * a[i];
    }
    return new Object[] {sum, squares};
  }
}
