import java.lang.invoke.*;
import java.util.Arrays;

public class MakerByHandle {
  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle made = l.findStatic(Made.class, "made", MethodType.methodType(double[].class));
    MethodHandle hash =
        l.findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    MethodHandle maker =
        l.findStatic(
            MethodHandles.class,
            "filterReturnValue",
            MethodType.methodType(MethodHandle.class, MethodHandle.class, MethodHandle.class));
    MethodHandle f = (MethodHandle) maker.invokeExact(made, hash);
    for (int r = 0; r < 3; r++) System.out.println((int) f.invokeExact());
  }
}
