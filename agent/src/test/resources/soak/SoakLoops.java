import dev.slipstream.api.Parallel;
import dev.slipstream.api.Snapshots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Loops of one thread, on arrays of its own; each result is computed again without loops. */
public class SoakLoops {
  private final Random random;
  private final byte[] reloaded;
  private double[] kept = new double[20_000];
  private double[] expected = new double[20_000];

  SoakLoops(Random random) {
    this.random = random;
    try {
      reloaded = Files.readAllBytes(Path.of("Reloaded.class"));
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void some() throws Exception {
    switch (random.nextInt(10)) {
      case 0 -> inPlace(random.nextDouble(), 1 + random.nextInt(5));
      case 1 -> histogram();
      case 2 -> sum();
      case 3 -> gather();
      case 4 -> rows();
      case 5 -> throwing();
      case 6 -> snapshot();
      case 7 -> dropped();
      case 8 -> look();
      default -> {
        if (random.nextInt(20) == 0) reload();
      }
    }
  }

  private static void require(boolean right, String what) {
    if (!right) throw new IllegalStateException(what + " is wrong");
  }

  private int[] numbers(int n) {
    int[] k = new int[n];
    for (int i = 0; i < n; i++) k[i] = random.nextInt(n);
    return k;
  }

  private void inPlace(double f, int times) {
    double[] a = kept;
    for (int t = 0; t < times; t++) {
      for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * f + i;
    }
    for (int t = 0; t < times; t++) {
      for (int i = 0; i < expected.length; i++) expected[i] = expected[i] * f + i;
    }
    if (random.nextInt(3) == 0) require(Arrays.equals(kept, expected), "in place");
  }

  private void look() {
    int at = random.nextInt(kept.length);
    require(kept[at] == expected[at], "element " + at);
    kept[at] = at;
    expected[at] = at;
    if (random.nextInt(50) == 0) {
      int n = 1_000 + random.nextInt(40_000);
      kept = new double[n];
      expected = new double[n];
    }
  }

  private void histogram() {
    int[] k = numbers(5_000);
    int[] h = new int[256];
    for (@Parallel int i = 0; i < k.length; i++) h[k[i] & 255]++;
    int[] g = new int[256];
    for (int i = 0; i < k.length; i++) g[k[i] & 255]++;
    require(Arrays.equals(h, g), "histogram");
  }

  private void sum() {
    int[] k = numbers(5_000);
    long s = 0;
    for (@Parallel int i = 0; i < k.length; i++) s += (long) k[i] * i;
    long t = 0;
    for (int i = 0; i < k.length; i++) t += (long) k[i] * i;
    require(s == t, "sum");
  }

  private void gather() {
    int[] k = numbers(kept.length);
    double[] from = kept;
    double[] to = new double[k.length];
    for (@Parallel int i = 0; i < to.length; i++) to[i] = from[k[i]] + i;
    for (int i = 0; i < to.length; i++) require(to[i] == expected[k[i]] + i, "gather");
  }

  private void rows() {
    int n = 1 + random.nextInt(40);
    float[][] m = new float[n][100];
    for (@Parallel int i = 0; i < m.length; i++)
      for (int j = 0; j < m[i].length; j++) m[i][j] = m[i][j] * 0.5f + i * j;
    for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) require(m[i][j] == i * j, "rows");
  }

  private void throwing() {
    int[] k = numbers(3_000);
    k[2_000] = 4_000;
    int[] a = new int[3_000];
    try {
      for (@Parallel int i = 0; i < k.length; i++) a[k[i]] = 7;
      require(false, "an index");
    } catch (ArrayIndexOutOfBoundsException thrown) {
      int sevens = 0;
      boolean[] seen = new boolean[3_000];
      for (int i = 0; i < 2_000; i++) seen[k[i]] = true;
      for (int i = 0; i < 3_000; i++) {
        sevens += a[i] == 7 ? 1 : 0;
        require((a[i] == 7) == seen[i], "what was written before the exception");
      }
      require(sevens > 0, "a sevens");
    }
  }

  private void snapshot() {
    double[] copy = (double[]) Snapshots.of(kept).join();
    require(Arrays.equals(copy, expected), "snapshot");
  }

  /** The result is never read. */
  private void dropped() {
    float[] a = new float[1_000 + random.nextInt(30_000)];
    for (@Parallel int i = 0; i < a.length; i++) a[i] = i * 0.5f;
  }

  private void reload() throws Exception {
    ClassLoader loader =
        new ClassLoader(SoakLoops.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals("Reloaded")
                ? defineClass(name, reloaded, 0, reloaded.length)
                : super.loadClass(name, resolve);
          }
        };
    ((Runnable) loader.loadClass("Reloaded").getDeclaredConstructor().newInstance()).run();
  }
}
