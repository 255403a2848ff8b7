import dev.slipstream.api.Parallel;
import java.io.*;
import java.util.Arrays;

public class ReplacedByStream {
  static int[] made(int n) {
    int[] made = new int[n];
    for (@Parallel int i = 0; i < made.length; i++) {
      int s = 0;
      for (int k = 0; k < 500; k++) s = s * 31 + k + i;
      made[i] = s;
    }
    return made;
  }

  static class Out extends ObjectOutputStream {
    Out(OutputStream o) throws IOException {
      super(o);
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object o) {
      return o instanceof String ? made(256) : o;
    }
  }

  public static void main(String[] args) throws Exception {
    var b = new ByteArrayOutputStream();
    try (var s = new Out(b)) {
      s.writeObject("x");
    }
    System.out.println(
        Arrays.hashCode(
            (int[]) new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject()));
  }
}
