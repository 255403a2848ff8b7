import dev.slipstream.api.Parallel;

public class Payload {
  static void move(double[] to, double[] from) {
    for (@Parallel int i = 0; i < to.length; i++) to[i] = from[i];
  }

  public static void main(String[] args) {
    double a = Double.longBitsToDouble(0x7ff8000000000001L),
        b = Double.longBitsToDouble(0x7ff8000000000abcL);
    for (int n : new int[] {40, 4000}) {
      double[] to = new double[n], from = new double[n];
      java.util.Arrays.fill(to, a);
      java.util.Arrays.fill(from, b);
      move(to, from);
      System.out.println(n + " " + Long.toHexString(Double.doubleToRawLongBits(to[3])));
    }
  }
}
