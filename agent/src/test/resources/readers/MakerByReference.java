import java.lang.invoke.*;
import java.util.Arrays;

public class MakerByReference {
  interface Maker {
    MethodHandle make(MethodHandle target, MethodHandle filter);
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle made = l.findStatic(Made.class, "made", MethodType.methodType(double[].class));
    MethodHandle hash =
        l.findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    Maker maker = MethodHandles::filterReturnValue;
    MethodHandle f = maker.make(made, hash);
    for (int r = 0; r < 3; r++) System.out.println((int) f.invokeExact());
  }
}
