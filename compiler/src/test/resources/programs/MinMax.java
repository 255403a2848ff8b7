import dev.slipstream.api.Parallel;

/** The range of values. */
class MinMax {
  static int[] range(int[] a) {
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (@Parallel int i = 0; i < a.length; i++) {
      min = Math.min(min, a[i]);
      if (a[i] > max) {
        max = a[i];
      }
    }
    return new int[] {min, max};
  }

  static Object run(int size) {
    int[] a = new int[size];
    for (int i = 0; i < size; i++) {
      a[i] = (i * 7919) % 10007 - 5000;
    }
    return range(a);
  }
}
