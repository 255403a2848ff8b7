import dev.slipstream.api.Parallel;
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;

public class Spun {
  static double[] made() {
    double[] made = new double[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 20000; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle hash =
        l.findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    MethodType t = MethodType.methodType(Object.class, Object.class);
    Function<double[], Integer> f =
        (Function<double[], Integer>)
            LambdaMetafactory.metafactory(
                    l,
                    "apply",
                    MethodType.methodType(Function.class),
                    t,
                    hash,
                    MethodType.methodType(Integer.class, double[].class))
                .getTarget()
                .invoke();
    System.out.println(f.apply(made()));
  }
}
