import dev.slipstream.api.Parallel;
import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;

public class DecodedArgument {
  public DecodedArgument(double[] filled) {
    fill(filled);
  }

  public static void fill(double[] made) {
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
  }

  public static void main(String[] args) {
    print("<void class='DecodedArgument' method='fill'><object idref='a'/></void>");
    print("<void class='DecodedArgument'><object idref='a'/></void>");
  }

  static void print(String use) {
    String text =
        "<java><array id='a' class='double' length='4096'/>"
            + use
            + "<object idref='a'><void id='e' method='get'><int>7</int></void></object>"
            + "<object idref='e'/></java>";
    try (XMLDecoder decoder = new XMLDecoder(new ByteArrayInputStream(text.getBytes()))) {
      decoder.setExceptionListener(System.out::println);
      decoder.readObject();
      decoder.readObject();
      System.out.println(decoder.readObject());
    }
  }
}
