import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;

public class Spun {
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
    System.out.println(f.apply(Made.made()));
  }
}
