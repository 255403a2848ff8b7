import dev.slipstream.api.Parallel;
import java.lang.invoke.*;
import java.util.Arrays;

public class MakerByReference {
  interface Maker {
    MethodHandle make(MethodHandle target, MethodHandle filter);
  }

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
    MethodHandle made =
        l.findStatic(MakerByReference.class, "made", MethodType.methodType(double[].class));
    MethodHandle hash =
        l.findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    Maker maker = MethodHandles::filterReturnValue;
    MethodHandle f = maker.make(made, hash);
    for (int r = 0; r < 3; r++) System.out.println((int) f.invokeExact());
  }
}
