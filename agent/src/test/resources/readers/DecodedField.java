import dev.slipstream.api.Parallel;
import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.util.Arrays;

public class DecodedField {
  public static double[] data = new double[4096];

  public static void fill() {
    double[] made = data;
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
  }

  public static void main(String[] args) {
    String text =
        "<java><void class='DecodedField' method='fill'/>"
            + "<object class='DecodedField' field='data'>"
            + "<void index='7'><double>-1</double></void></object></java>";
    try (XMLDecoder decoder = new XMLDecoder(new ByteArrayInputStream(text.getBytes()))) {
      System.out.println(decoder.readObject().getClass());
    }
    System.out.println(Arrays.hashCode(data) + " " + data[7]);
  }
}
