import dev.slipstream.api.Parallel;
import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;

public class CleanerWrites {
  static final int[] stats = new int[4096];
  static final CountDownLatch began = new CountDownLatch(1), done = new CountDownLatch(1);

  static void count(int[] s, int rounds) {
    for (int k = 0; k < rounds; k++) s[65 + 2 * (k & 31)] = s[65 + 2 * (k & 31)] * 31 + k;
  }

  static void step(int[] s) {
    for (@Parallel int i = 64; i < s.length; i += 2) {
      int x = s[i];
      for (int k = 0; k < 100; k++) x = x * 31 + k;
      s[i] = x;
    }
  }

  public static void main(String[] args) throws Exception {
    Cleaner cleaner = Cleaner.create();
    Object[] garbage = {new Object()};
    cleaner.register(
        garbage[0],
        () -> {
          began.countDown();
          count(stats, 1_500_000_000);
          done.countDown();
        });
    garbage[0] = null;
    while (began.getCount() > 0) {
      System.gc();
      Thread.sleep(10);
    }
    long end = System.nanoTime() + 500_000_000L;
    int seen = 0;
    for (int r = 0; r < 300; r++) {
      step(stats);
      if (r % 10 == 9) seen += stats[64];
      Thread.sleep(1);
    }
    done.await();
    int h = 0;
    for (int k = 0; k < 32; k++) h = h * 31 + stats[65 + 2 * k];
    System.out.println(h + " " + stats[64] + " " + seen);
  }
}
