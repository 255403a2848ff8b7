import dev.slipstream.api.Parallel;

public class NamedThread {
  static int[] made() {
    int[] made = new int[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      int s = 0;
      for (int k = 0; k < 20000; k++) s = s * 31 + k + i;
      made[i] = s;
    }
    return made;
  }

  public static void main(String[] args) throws Throwable {
    Thread t =
        new Thread(
            () -> {
              for (int r = 0; r < 3; r++) {
                int h = 0;
                for (int x : made()) h = h * 31 + x;
                System.out.println(h);
              }
            },
            "slipstream-worker");
    t.start();
    t.join();
  }
}
