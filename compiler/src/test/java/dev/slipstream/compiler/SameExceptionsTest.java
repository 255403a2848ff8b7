package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Executions that throw, or may throw: they run on the host and end as in Java. */
class SameExceptionsTest {
  @Test
  void aNullOnTheWayToAFieldLeadsToTheOriginalLoop() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static class Grid { float[] u; }
            Grid grid;
            static void run(int n) { new Program().fill(n); }
            void fill(int n) {
              for (@Parallel int i = 0; i < n; i++) grid.u[i] = i;
            }
            """);
    assertThat(program.kernels()).hasSize(1);
    assertSameThrown(program, 5);
    program.taken("run", 0);
  }

  @Test
  void accessesOutsideAnArrayThrowAsEver() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] a = new int[10];
            static void run(int n) {
              for (@Parallel int i = 0; i < n; i++) a[i] = i;
            }
            """);
    assertSameThrown(program, 11);
    assertThat(program.stays().get(0))
        .contains("an iteration throws")
        .contains("Program.a[i] lies outside Program.a");
  }

  @Test
  void anArrayThatIsNullThrowsAsEver() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void run(int n) {
              int[] a = null;
              for (@Parallel int i = 0; i < n; i++) a[i] = i;
            }
            """);
    if (program.refused().isEmpty()) {
      assertSameThrown(program, 3);
    }
    TestProgram field =
        TestProgram.of(
            """
            static int[] a;
            static void run(int n) {
              for (@Parallel int i = 0; i < n; i++) a[i] = i;
            }
            """);
    assertSameThrown(field, 3);
    assertThat(field.stays().get(0)).contains("null");
  }

  @Test
  void aDivisorThatIsZeroLeavesTheLoopToTheHost() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void run(int n) {
              int[] a = new int[100];
              for (@Parallel int i = 0; i < 10; i++) a[i] = 7 / (i - n);
            }
            """);
    assertSameThrown(program, 5);
    assertThat(program.stays().get(0)).contains("i - n is zero");
    program.taken("run", 10);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void aDivisorInTheConditionThrowsThoughNoKernelComputesIt() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void run(int n) {
              int[] a = new int[100];
              for (@Parallel int i = 0; i < 10; i++)
                for (@Parallel int j = 0; j < 30 / n; j++) a[i * 10 + j] = 7;
            }
            """);
    assertSameThrown(program, 0);
    assertThat(program.runs()).isEmpty();
    program.taken("run", 3);
    assertThat(program.runs()).hasSize(1);
  }

  private static void assertSameThrown(TestProgram program, Object... arguments) {
    Throwable expected = null;
    Throwable actual = null;
    try {
      program.plain("run", arguments);
    } catch (Throwable e) {
      expected = e;
    }
    try {
      program.taken("run", arguments);
    } catch (Throwable e) {
      actual = e;
    }
    assertThat(expected).isNotNull();
    assertThat(actual).isNotNull().hasSameClassAs(expected).hasMessage(expected.getMessage());
  }
}
