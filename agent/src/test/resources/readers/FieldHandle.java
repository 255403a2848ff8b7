import dev.slipstream.api.Parallel;
import java.awt.Polygon;
import java.lang.invoke.*;

public class FieldHandle {
  int[] own;

  static void fill(int[] x) {
    for (@Parallel int i = 0; i < x.length; i++) {
      int s = 0;
      for (int k = 0; k < 500; k++) s = (s * 31 + k + i) & 1023;
      x[i] = s;
    }
  }

  public static void main(String[] args) throws Exception {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    VarHandle xs = lookup.findVarHandle(Polygon.class, "xpoints", int[].class);
    VarHandle ys = lookup.findVarHandle(Polygon.class, "ypoints", int[].class);
    Polygon set = new Polygon();
    int[] x = new int[512];
    int[] y = new int[512];
    xs.set(set, x);
    System.out.println(((int[]) ys.getAndSet(set, y)).length);
    set.npoints = 512;
    fill(x);
    fill(y);
    System.out.println(set.getBounds());

    Polygon got = new Polygon(new int[512], new int[512], 512);
    fill((int[]) xs.get(got));
    fill((int[]) ys.getVolatile(got));
    System.out.println(got.getBounds());

    VarHandle owns = lookup.findVarHandle(FieldHandle.class, "own", int[].class);
    FieldHandle own = new FieldHandle();
    int[] z = new int[512];
    owns.set(own, z);
    fill(z);
    System.out.println(own.own[77]);
  }
}
