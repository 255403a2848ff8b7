import java.lang.invoke.*;
import java.util.Arrays;

public class FinderByReference {
  interface Finder {
    MethodHandle find(Class<?> type, String name, MethodType of) throws Exception;
  }

  public static void main(String[] args) throws Throwable {
    Finder finder = MethodHandles.lookup()::findStatic;
    MethodHandle made = finder.find(Made.class, "made", MethodType.methodType(double[].class));
    MethodHandle hash =
        finder.find(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    MethodHandle maker =
        finder.find(
            MethodHandles.class,
            "filterReturnValue",
            MethodType.methodType(MethodHandle.class, MethodHandle.class, MethodHandle.class));
    MethodHandle f = (MethodHandle) maker.invokeExact(made, hash);
    for (int r = 0; r < 3; r++) System.out.println((int) f.invokeExact());
  }
}
