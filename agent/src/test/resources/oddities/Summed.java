import dev.slipstream.api.Parallel;

public class Summed {
  public static int[] made(int k) {
    int[] a = new int[1000];
    for (int r = 0; r < 3; r++) {
      for (@Parallel int i = 0; i < a.length; i++) {
        a[i] = a[i] * 3 + i * k + 1;
      }
    }
    return a;
  }

  public static void main(String[] arguments) throws Exception {
    for (String part : arguments) {
      Class<?> type = Class.forName(part);
      System.out.println(
          part
              + " "
              + ((java.util.function.ToLongFunction<int[]>) type.getConstructor().newInstance())
                  .applyAsLong(made(3)));
    }
    long s = 0;
    for (int v : made(5)) s += v;
    System.out.println(s);
  }
}
