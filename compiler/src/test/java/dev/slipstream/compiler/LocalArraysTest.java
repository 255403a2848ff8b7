package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Small arrays that a method creates for one of its loops. A call site that passed them would keep
 * the JIT from replacing them by variables.
 */
class LocalArraysTest {
  /** How many arrays each execution passes, besides {@code a} and {@code b}. */
  private static List<Long> passed(String body) throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static Object run(int n, double[] t) {
              double[] a = new double[n], b = new double[n];
              for (int i = 0; i < n; i++) a[i] = i * 37 % 23 - 7;
              BODY
              return b;
            }
            static double sum(double[] x) { return x[0] + x[1]; }
            """
                .replace("BODY", body));
    List<Long> arrays = new ArrayList<>();
    program.planWith(
        (kernel, start, captures) -> {
          arrays.add(
              Arrays.stream(captures)
                      .filter(Objects::nonNull)
                      .filter(value -> value.getClass().isArray())
                      .count()
                  - 2);
          return kernel.plan(start, captures);
        });
    Object[] arguments = {9, new double[2]};
    assertThat(program.taken("run", arguments)).isEqualTo(program.plain("run", arguments));
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).as("each execution runs").hasSameSizeAs(arrays);
    return arrays;
  }

  private static final String LOOP =
      """
      for (@Parallel int i = 0; i < n; i++) {
        u[0] = a[i];
        u[1] = u[0] * 2;
        b[i] += u[0] + u[1];
      }
      """;

  @TestFactory
  Stream<DynamicTest> anArrayThatOnlyOneLoopUsesIsNotPassed() {
    return Stream.of(
            "double[] u = new double[2];" + LOOP,
            "double[] u = new double[64];" + LOOP,
            "for (int k = 0; k < 3; k++) { double[] u = new double[2];" + LOOP + "}",
            "double[] u = new double[2]; for (int k = 0; k < 3; k++) {" + LOOP + "}",
            "{ double[] u = new double[2];" + LOOP + "} double x = n; b[1] += x;",
            "long x = n; b[1] += x; { double[] u = new double[2];" + LOOP + "}",
            "double[] u = new double[2]; try {" + LOOP + "} finally { b[0]++; }",
            "double[] u = new double[2];" + LOOP.replace("u[0] + u[1]", "sum(u)"))
        .map(
            body ->
                DynamicTest.dynamicTest(
                    body, () -> assertThat(passed(body)).isNotEmpty().containsOnly(0L)));
  }

  @TestFactory
  Stream<DynamicTest> anotherArrayIsPassed() {
    return Stream.of(
            "double[] u = new double[2];" + LOOP + "b[0] += u[1];",
            "double[] u = new double[2]; u[1] = 5;" + LOOP,
            "double[] u = new double[2]; try {" + LOOP + "} finally { b[0] += u[1]; }",
            "double[] u = new double[2]; for (int k = 0; k < 3; k++) { b[k] += u[1];" + LOOP + "}",
            "double[] u = n > 3 ? new double[2] : t;" + LOOP,
            "double[] u = t;" + LOOP,
            "double[] u = new double[2]; if (n > 100) u = t;" + LOOP,
            "double[] u = new double[65];" + LOOP,
            "double[] u = new double[n];" + LOOP)
        .map(
            body ->
                DynamicTest.dynamicTest(
                    body, () -> assertThat(passed(body)).isNotEmpty().containsOnly(1L)));
  }

  @Test
  void anArrayThatIsOnlyReadIsPassed() throws Throwable {
    assertThat(
            passed(
                """
                double[] u = {3, 4};
                for (@Parallel int i = 0; i < n; i++) b[i] = a[i] * u[0] + u[1];
                """))
        .containsExactly(1L);
  }
}
