import dev.slipstream.api.Parallel;
import java.awt.Polygon;

public class FieldSet {
  static void fill(int[] x) {
    for (@Parallel int i = 0; i < x.length; i++) {
      int s = 0;
      for (int k = 0; k < 500; k++) s = (s * 31 + k + i) & 1023;
      x[i] = s;
    }
  }

  public static void main(String[] args) throws Exception {
    int[] x = new int[512], y = new int[512];
    Polygon p = new Polygon();
    Polygon.class.getField("xpoints").set(p, x);
    Polygon.class.getField("ypoints").set(p, y);
    Polygon.class.getField("npoints").set(p, 512);
    fill(x);
    fill(y);
    System.out.println(p.getBounds());
  }
}
