import dev.slipstream.api.Parallel;
import java.awt.Polygon;

public class FieldGet {
  static void fill(int[] x) {
    for (@Parallel int i = 0; i < x.length; i++) {
      int s = 0;
      for (int k = 0; k < 500; k++) s = (s * 31 + k + i) & 1023;
      x[i] = s;
    }
  }

  public static void main(String[] args) throws Exception {
    Polygon p = new Polygon(new int[512], new int[512], 512);
    fill((int[]) Polygon.class.getField("xpoints").get(p));
    fill((int[]) Polygon.class.getField("ypoints").get(p));
    System.out.println(p.getBounds());
  }
}
