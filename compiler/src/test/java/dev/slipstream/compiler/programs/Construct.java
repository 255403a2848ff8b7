package dev.slipstream.compiler.programs;

import dev.slipstream.compiler.TestProgram;
import java.util.Arrays;
import java.util.List;

/**
 * An example of the page about loops.
 *
 * @param title its heading
 * @param lines its Java code: members, an empty line, and statements; or statements alone
 */
record Construct(String title, List<String> lines) {
  private static final int LENGTH = 48;
  private static final int DEPTH = 6;
  private static final String IMPORT =
      "import dev.slipstream.api.Parallel; import dev.slipstream.api.Reduction;";
  private static final String METHOD =
      "static Object run(int n, int[] a, int[] b, int[] x, double[] d, double[] e, float[] f,"
          + " long[] l, byte[] bytes, double[][] u, double[][] v, float[][][] w) { ";

  /** Compiles the example with line numbers that count from the first line of its code. */
  TestProgram compile() {
    int gap = lines.indexOf("");
    StringBuilder text = new StringBuilder(IMPORT + " public class Program { ");
    lines.subList(0, gap + 1).forEach(line -> text.append(line).append('\n'));
    text.append(METHOD);
    lines.subList(gap + 1, lines.size()).forEach(line -> text.append(line).append('\n'));
    boolean returns = lines.get(lines.size() - 1).startsWith("return ");
    text.append(returns ? "}" : "return 0; }").append(" }");
    return TestProgram.source("Program", text.toString());
  }

  /** The arguments of its method {@code run}, as the page describes them. */
  static Object[] arguments() {
    int n = LENGTH;
    int[] b = new int[n];
    int[] x = new int[n];
    double[] d = new double[n];
    double[] e = new double[n];
    float[] f = new float[n];
    long[] l = new long[n];
    byte[] bytes = new byte[n];
    double[][] u = new double[n][n];
    float[][][] w = new float[DEPTH][DEPTH][DEPTH];
    for (int i = 0; i < n; i++) {
      b[i] = i * 7 % 45;
      x[i] = i * 11 % n;
      d[i] = i * 0.375 + 0.1;
      e[i] = 1 + (i * 29 % 31) * 0.7;
      f[i] = i * 1.3f;
      l[i] = i * 123_456_789_123L + 17;
      bytes[i] = (byte) (i * 37);
      for (int j = 0; j < n; j++) {
        u[i][j] = (i * 13 + j * 5) % 17 * 0.5;
      }
    }
    for (float[][] plane : w) {
      for (float[] row : plane) {
        Arrays.fill(row, 1.5f);
      }
    }
    return new Object[] {
      n, new int[n], b, x, d, e, f, l, bytes, u, new double[n][n], w,
    };
  }
}
