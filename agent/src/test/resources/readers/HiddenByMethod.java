import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

public class HiddenByMethod {
  static double[] held = new double[4096];

  static class Unseen {
    static double last() {
      return held[held.length - 1];
    }
  }

  public static void main(String[] args) throws Throwable {
    byte[] file =
        HiddenByMethod.class.getResourceAsStream("HiddenByMethod$Unseen.class").readAllBytes();
    Method define =
        MethodHandles.Lookup.class.getMethod(
            "defineHiddenClass",
            byte[].class,
            boolean.class,
            MethodHandles.Lookup.ClassOption[].class);
    MethodHandles.Lookup made =
        (MethodHandles.Lookup)
            define.invoke(
                MethodHandles.lookup(),
                file,
                true,
                new MethodHandles.Lookup.ClassOption[] {MethodHandles.Lookup.ClassOption.NESTMATE});
    Method last = made.lookupClass().getDeclaredMethod("last");
    held = Made.made();
    System.out.println(last.invoke(null));
  }
}
