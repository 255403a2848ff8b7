import dev.slipstream.api.Parallel;

/** How many values are positive, and how many lie in a range. */
class CountIf {
  static Object run(int size) {
    double[] a = new double[size];
    for (int i = 0; i < size; i++) {
      a[i] = (i * 37) % 101 - 50;
    }
    int positive = 0;
    int inRange = 0;
    for (@Parallel int i = 0; i < size; i++) {
      if (a[i] > 0) {
        positive++;
      }
      inRange += a[i] >= -10 && a[i] < 20 ? 1 : 0;
    }
    return new int[] {positive, inRange};
  }
}
