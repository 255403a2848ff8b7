import java.lang.invoke.*;
import java.util.Arrays;

public class MakerByReflection {
  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle made = l.findStatic(Made.class, "made", MethodType.methodType(double[].class));
    MethodHandle hash =
        l.findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    MethodHandle f =
        (MethodHandle)
            MethodHandles.class
                .getMethod("filterReturnValue", MethodHandle.class, MethodHandle.class)
                .invoke(null, made, hash);
    for (int r = 0; r < 3; r++) System.out.println((int) f.invokeExact());
  }
}
