import dev.slipstream.api.Parallel;

public class CaughtOverflow {
  static final int[] a = new int[200];
  static int overflows;

  static void step(int[] a) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] += 1;
  }

  static int deep(int d) {
    return a[d % 200] + deep(d + 1) + 1;
  }

  public static void main(String[] args) throws Exception {
    for (int r = 0; r < 20; r++) {
      step(a);
      Thread t =
          new Thread(
              null,
              () -> {
                try {
                  deep(0);
                } catch (StackOverflowError e) {
                  overflows++;
                }
              },
              "deep",
              300_000);
      t.setUncaughtExceptionHandler((x, e) -> System.out.println(e.getClass()));
      t.start();
      t.join();
    }
    System.out.println(overflows + " " + a[7]);
  }
}
