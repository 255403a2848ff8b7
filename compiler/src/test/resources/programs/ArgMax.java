import dev.slipstream.api.Parallel;

/** The first place of the greatest value. */
class ArgMax {
  static Object run(int size) {
    float[] a = new float[size];
    for (int i = 0; i < size; i++) {
      a[i] = (i * 7919) % 1009;
    }
    float best = a[0];
    int at = 0;
    for (@Parallel int i = 1; i < a.length; i++) {
      if (a[i] > best) {
        best = a[i];
        at = i;
      }
    }
    return new Object[] {best, at};
  }
}
