package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Arrays of constant length that an iteration creates for itself. */
class PrivateArraysTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static String loop(String body) {
    return """
    record Matrix(double[] m) {
      Matrix(double d) { this(new double[] {d, 1, 0, d}); }
      double at(int r, int c) { return m[2 * r + c]; }
    }
    static double dot(double[] p, double[] q) { double s = 0; for (int k = 0; k < p.length; k++) s += p[k] * q[k]; return s; }
    static void sort(int[] t) {
      for (int p = 1; p < t.length; p++)
        for (int q = p; q > 0 && t[q - 1] > t[q]; q--) { int swap = t[q]; t[q] = t[q - 1]; t[q - 1] = swap; }
    }
    static double[] run(int n) { double[] a = new double[n], b = new double[n]; int[] x = new int[n];
    for (int i = 0; i < n; i++) { b[i] = i % 7 - 2.5; x[i] = i * 7 % 5; }
    for (@Parallel int i = 0; i < n; i++) {
    """
        + body
        + "\n}\nreturn a; }";
  }

  private static TestProgram taken(String body) throws Throwable {
    return everywhere.taken(loop(body), 40);
  }

  @Test
  void anArrayOfConstantLengthIsPrivate() throws Throwable {
    TestProgram program =
        taken(
            "double[] t = new double[3]; for (int k = 0; k < 3; k++) t[k] = b[i] * k; t[1] += t[2];"
                + " a[i] = t[0] + t[1] * t.length;");
    assertThat(program.runs().get(0).checked()).isFalse();
  }

  @Test
  void anArrayMayTakeAsMuchAsADeviceKeepsForAnIteration() throws Throwable {
    taken(
        "double[] t = new double[1000]; for (int k = 0; k < t.length; k++) t[k] = b[i] * k; t[i] +="
            + " t[999 - i]; for (int k = 0; k < 1000; k++) a[i] = a[i] * 0.5 + t[k];");
    taken(
        "long[] t = new long[3584]; byte[] y = new byte[4096]; y[i * 100] = (byte) i; t[3583 -"
            + " x[i]] = i; a[i] = t[3583] + t[3582] + t[i] + y[100 * i] + y[4095];");
    taken(
        "for (int r = 0; r < 3; r++) { int[] t = new int[5000]; t[r * 1000 + i]++; a[i] += t[i] +"
            + " t[i + 1000] + t.length; }");
  }

  @Test
  void itsElementsAreZeroEachTime() throws Throwable {
    taken(
        "for (int k = 0; k < 3; k++) { double[] t = new double[4]; if (k == i % 3) t[k] = b[i];"
            + " a[i] = a[i] * 2 + t[0] + t[1] + t[k]; }");
  }

  @Test
  void itsElementsAreWrittenOut() throws Throwable {
    taken("int[] t = {5, 1, 4, 2, 3}; sort(t); a[i] = t[0] * 100 + t[3] * 10 + t[4] + b[i];");
    taken("float[] w = {0.25f, 0.5f, 0.25f}; a[i] = w[0] * b[i] + w[1] + w[2];");
    taken(
        "byte[] y = {1, -2, 3}; char[] c = {'a', 'b'}; short[] s = new short[2]; long[] l = {1L <<"
            + " 40, 3}; boolean[] z = {true, i > 4}; s[1] = (short) (i * 9999); y[2] += i * 50;"
            + " a[i] = y[1] + y[2] + c[1] + s[1] + l[0] + (z[1] ? 0.5 : 0);");
  }

  @Test
  void itIsPassedToMethodsAndHeldByVariablesAndRecords() throws Throwable {
    taken(
        "double[] p = {1, b[i], 2}, q = p; q[0] = i; a[i] = dot(p, new double[] {b[i], 2, 3}) +"
            + " dot(p, q);");
    taken("Matrix m = new Matrix(b[i]); a[i] = m.at(0, 0) * m.at(1, 1) - m.at(0, 1) * m.at(1, 0);");
  }

  @Test
  void anIndexThatCannotBeProvenIsChecked() throws Throwable {
    taken("int[] t = {3, 1, 2, 5, 4}; a[i] = t[x[i]];");
    TestProgram program = TestProgram.of(loop("int[] t = {3, 1, 2}; a[i] = t[x[i]];"));
    everywhere.compare(program, 40);
    assertThat(program.stays())
        .hasSize(1)
        .allMatch(stay -> stay.contains("x[i]] lies outside the new int[3]"));
    program = TestProgram.of(loop("double[] t = new double[8]; t[i] = 2; a[i] = t[i / 2];"));
    everywhere.compare(program, 8);
    assertThat(program.stays()).isEmpty();
    everywhere.compare(program, 12);
    assertThat(program.stays()).hasSize(1);
  }

  @Test
  void itsElementsAreChangedWithoutRegardToOtherIterations() throws Throwable {
    taken(
        "int[] h = new int[5]; for (int k = 0; k <= i; k++) h[x[k]]++; a[i] = h[0] + 10 * h[2] +"
            + " 100 * h[4];");
    taken(
        "double[] t = new double[5]; for (int k = 0; k <= i; k++) { double old = t[x[k]]; t[x[k]] ="
            + " b[k] - old; t[x[k]] *= 2; } a[i] = t[1] + t[3];");
  }

  @Test
  void anArrayOfAnotherLengthIsRefused() throws Throwable {
    everywhere.refused(
        "line 15 creates an array whose length is not a constant",
        loop("double[] t = new double[n]; t[0] = i; a[i] = t[0];"),
        40);
    everywhere.refused(
        "line 15 creates arrays of 67108868 bytes in each iteration",
        loop("double[] t = new double[8388608]; int[] u = {i}; t[0] = i; a[i] = t[u[0]];"),
        40);
    everywhere.refused(
        "creates an array of arrays",
        loop("double[][] t = new double[2][2]; t[0][1] = i; a[i] = t[0][1];"),
        40);
  }

  @Test
  void oneOfTwoPrivateArraysIsRefused() throws Throwable {
    everywhere.refused(
        "array that differs from iteration to iteration",
        loop("int[] s = {1, 2}, t = {3, 4}, u = i % 2 == 0 ? s : t; a[i] = u[1];"),
        40);
  }
}
