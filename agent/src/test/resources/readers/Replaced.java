import dev.slipstream.api.Parallel;
import java.io.*;

public class Replaced implements Serializable {
  double[] a;

  Replaced(double[] a) {
    this.a = a;
  }

  static class Source implements Serializable {
    transient double[] x = new double[4096];
    static int calls;

    Object writeReplace() {
      double[] made = new double[x.length];
      double[] in = x;
      for (@Parallel int i = 0; i < made.length; i++) {
        double s = 0;
        for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
        made[i] = in[i] + s;
      }
      return new Replaced(made);
    }
  }

  public static void main(String[] args) throws Exception {
    for (int r = 0; r < 3; r++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (ObjectOutputStream o = new ObjectOutputStream(out)) {
        o.writeObject(new Source());
      }
      Replaced back =
          (Replaced)
              new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
      double sum = 0;
      for (double d : back.a) sum += d;
      System.out.println(sum);
    }
  }
}
