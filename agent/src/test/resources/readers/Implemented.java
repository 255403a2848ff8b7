import java.lang.invoke.*;
import java.util.Arrays;

public class Implemented {
  public interface Hash {
    int of(double[] x);
  }

  public static void main(String[] args) throws Throwable {
    MethodHandle hash =
        MethodHandles.lookup()
            .findStatic(Arrays.class, "hashCode", MethodType.methodType(int.class, double[].class));
    Hash f = MethodHandleProxies.asInterfaceInstance(Hash.class, hash);
    System.out.println(f.of(Made.made()));
  }
}
