import dev.slipstream.api.Parallel;

/** Gather and scatter through a permutation. */
class Permute {
  static Object run(int size) {
    int[] p = new int[size];
    for (int i = 0; i < size; i++) {
      p[i] = (int) ((i * 7919L + 5) % size);
    }
    float[] a = new float[size], gathered = new float[size], scattered = new float[size];
    for (int i = 0; i < size; i++) {
      a[i] = i * 0.5f;
    }
    for (@Parallel int i = 0; i < size; i++) {
      gathered[i] = a[p[i]];
    }
    for (@Parallel int i = 0; i < size; i++) {
      scattered[p[i]] = a[i];
    }
    return new Object[] {gathered, scattered};
  }
}
