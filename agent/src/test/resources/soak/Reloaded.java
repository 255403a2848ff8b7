import dev.slipstream.api.Parallel;

/** Loaded again and again. */
public class Reloaded implements Runnable {
  final int[] a = new int[2048];

  @Override
  public void run() {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 31 + i;
    for (int i = 0; i < a.length; i++) {
      if (a[i] != i) throw new IllegalStateException("a[" + i + "] is " + a[i]);
    }
  }
}
