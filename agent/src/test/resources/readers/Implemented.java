import dev.slipstream.api.Parallel;
import java.lang.invoke.*;
import java.util.Arrays;

public class Implemented {
  static double[] made() {
    double[] made = new double[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 20000; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }

  public interface Hash {
    int of(double[] x);
  }

  public static void main(String[] args) throws Throwable {
    MethodHandle hash =
        MethodHandles.lookup()
            .findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    Hash f = MethodHandleProxies.asInterfaceInstance(Hash.class, hash);
    System.out.println(f.of(made()));
  }
}
