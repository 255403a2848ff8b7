import dev.slipstream.api.Parallel;

/** Every so many elements, as a parameter says. */
class StepVariable {
  static void every(int[] a, int first, int step) {
    for (@Parallel int i = first; i < a.length; i += step) {
      a[i] += i * step;
    }
  }

  static Object run(int size) {
    int[] a = new int[size];
    every(a, 3, 7);
    every(a, 0, 2);
    return a;
  }
}
