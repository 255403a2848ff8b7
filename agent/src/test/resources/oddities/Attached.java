import dev.slipstream.api.Parallel;
import java.io.*;
import java.nio.IntBuffer;

public class Attached {
  static final int[] a = new int[4096];
  static final IntBuffer buffer = IntBuffer.wrap(a);

  static void step(int[] x) {
    for (@Parallel int i = 0; i < x.length; i++) {
      int s = x[i];
      for (int k = 0; k < 20000; k++) s = s * 31 + k + i;
      x[i] = s;
    }
  }

  static long look() {
    long s = 0;
    buffer.clear();
    while (buffer.hasRemaining()) s += buffer.get();
    return s;
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      step(a);
      System.out.println(look());
    }
  }
}
