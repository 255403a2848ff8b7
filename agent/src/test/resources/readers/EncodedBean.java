import dev.slipstream.api.Parallel;
import java.beans.XMLEncoder;
import java.io.ByteArrayOutputStream;

public class EncodedBean {
  public static class Bean {
    private double[] data = {};

    public double[] getData() {
      return data.length == 0 ? data : made();
    }

    public void setData(double[] to) {
      data = to;
    }
  }

  static double[] made() {
    double[] made = new double[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }

  public static void main(String[] args) {
    for (int r = 0; r < 2; r++) {
      Bean bean = new Bean();
      bean.setData(new double[1]);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (XMLEncoder encoder = new XMLEncoder(out)) {
        encoder.writeObject(bean);
      }
      System.out.println(out.toString().replaceAll("version=\"[^\"]*\"", "").hashCode());
    }
  }
}
