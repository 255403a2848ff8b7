package dev.slipstream.agent.child;

/** The smallest program with a parallel loop, as a source text. */
public final class SaxpySource {
  /** Prints the bits of its results' sum; the marked loop is {@link #loop}. */
  public static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Saxpy {
        static void saxpy(float[] x, float[] y, float a, int n) {
          for (@Parallel int i = 0; i < n; i++) {
            y[i] = a * x[i] + y[i];
          }
        }

        public static void main(String[] arguments) {
          float[] x = new float[5000];
          float[] y = new float[5000];
          for (int i = 0; i < x.length; i++) {
            x[i] = i * 0.37f;
            y[i] = 1f / (i + 1);
          }
          for (int run = 0; run < 3; run++) {
            saxpy(x, y, 1.7f, x.length);
          }
          int bits = 0;
          for (float value : y) {
            bits = 31 * bits + Float.floatToRawIntBits(value);
          }
          System.out.println("bits " + bits);
        }
      }
      """;

  private SaxpySource() {}

  /** The name of the marked loop. */
  public static String loop() {
    return "Saxpy.saxpy:" + ChildProgram.lineOf(SOURCE, "for (@Parallel");
  }
}
