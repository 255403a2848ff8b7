package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Loops whose bodies are large. */
class LargeLoopsTest {
  private static String program(int statements) {
    StringBuilder body = new StringBuilder();
    for (int s = 0; s < statements; s++) {
      body.append("a[").append(s).append(" * n + i] = i * ").append(s % 97).append(" + k;\n");
      if (s % 50 == 0) {
        body.append("k = k * 3 + i;\n");
      }
    }
    return """
    static Object run(int n) {
      int[] a = new int[n * STATEMENTS];
      for (@Parallel int i = 0; i < n; i++) {
        int k = i;
        BODY
      }
      return a;
    }
    """
        .replace("STATEMENTS", Integer.toString(statements))
        .replace("BODY", body);
  }

  @Test
  void aBodyOfSomeThousandInstructionsIsTaken() throws Throwable {
    TestProgram program = TestProgram.of(program(200));
    assertThat(program.refused()).isEmpty();
    assertThat((int[]) program.taken("run", 5)).isEqualTo((int[]) program.plain("run", 5));
    assertThat(program.runs()).hasSize(1);
  }

  /**
   * Like the Jacobians of NPB's LU: a hundred elements of each of some arrays in every iteration.
   */
  @Test
  void aBodyOfTenThousandInstructionsIsTaken() throws Throwable {
    TestProgram program = TestProgram.of(program(900));
    assertThat(program.refused()).isEmpty();
    assertThat((int[]) program.taken("run", 5)).isEqualTo((int[]) program.plain("run", 5));
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void aBodyThatNoMethodHoldsIsRefused() throws Throwable {
    String step =
        "static int step(int k) {" + "k = k * 3 + 1; k ^= k >> 2;\n".repeat(1500) + "return k; }";
    TestProgram program =
        TestProgram.of(
            "static Object run(int n) { int[] a = new int[n]; for (@Parallel int i = 0; i < n; i++)"
                + " a[i] = step(i) + step(i + 1) + step(i + 2) + step(i + 3); return a; }"
                + step);
    assertThat(program.kernels()).isEmpty();
    assertThat(program.refused().get(0).reason())
        .contains("calls Program.step, whose code is copied into the loop");
  }
}
