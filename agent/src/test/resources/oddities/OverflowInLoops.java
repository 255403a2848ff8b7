import dev.slipstream.api.Parallel;
import java.io.*;
import java.util.*;

/** Runs loops deeper and deeper, until its stack is full, and goes on. */
public class OverflowInLoops {
  static final int[] b = new int[2000];
  static int overflows;

  static void step(int[] a) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] += 1;
  }

  static int deep(int[] a, int d) {
    step(a);
    return deep(a, d + 1) + 1;
  }

  static int write() {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new ObjectOutputStream(out).writeObject(List.of("one", "two"));
      return out.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    step(b);
    for (int r = 0; r < 3; r++) {
      Thread t =
          new Thread(
              null,
              () -> {
                int[] a = new int[2000];
                try {
                  deep(a, 0);
                } catch (StackOverflowError e) {
                  overflows++;
                }
                boolean same = a[0] > 0;
                for (int v : a) same &= v == a[0];
                System.out.println(same);
                System.out.println("written " + write());
              },
              "deep",
              400_000);
      t.setUncaughtExceptionHandler((x, e) -> System.out.println(e));
      t.start();
      t.join();
      step(b);
    }
    System.out.println(overflows + " " + Arrays.hashCode(b) + " " + write());
  }
}
