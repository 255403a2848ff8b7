import dev.slipstream.api.Parallel;
import java.lang.invoke.*;
import java.lang.reflect.Method;

public class HiddenByHandle {
  static double[] held = new double[4096];

  static double[] made() {
    double[] made = new double[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 20000; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }

  static class Unseen {
    static double last() {
      return held[held.length - 1];
    }
  }

  public static void main(String[] args) throws Throwable {
    byte[] file =
        HiddenByHandle.class.getResourceAsStream("HiddenByHandle$Unseen.class").readAllBytes();
    MethodHandle define =
        MethodHandles.lookup()
            .bind(
                MethodHandles.lookup(),
                "defineHiddenClass",
                MethodType.methodType(
                    MethodHandles.Lookup.class,
                    byte[].class,
                    boolean.class,
                    MethodHandles.Lookup.ClassOption[].class));
    MethodHandles.Lookup made =
        (MethodHandles.Lookup) define.invoke(file, true, MethodHandles.Lookup.ClassOption.NESTMATE);
    Method last = made.lookupClass().getDeclaredMethod("last");
    held = made();
    System.out.println(last.invoke(null));
  }
}
