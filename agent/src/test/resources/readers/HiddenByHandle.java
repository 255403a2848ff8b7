import java.lang.invoke.*;
import java.lang.reflect.Method;

public class HiddenByHandle {
  static double[] held = new double[4096];

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
    held = Made.made();
    System.out.println(last.invoke(null));
  }
}
