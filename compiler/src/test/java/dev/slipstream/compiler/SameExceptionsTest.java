package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Executions that throw, or cannot be proven not to: they run on the host and end as in Java. */
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
    assertThat(program.stays().get(0)).contains("may lie outside").contains("0 to 10");
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
  void aDivisorThatMayBeZeroKeepsTheLoopOnTheHost() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void run(int n) {
              int[] a = new int[100];
              for (@Parallel int i = 0; i < 10; i++) a[i] = 7 / (i - n);
            }
            """);
    assertSameThrown(program, 5);
    assertThat(program.stays().get(0)).contains("may be zero");
    program.taken("run", 10);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void indicesThatWrapAroundStayOnTheHost() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] run(int n) {
              int[] a = new int[n];
              for (@Parallel int i = 0; i < n; i++) a[(i * 65536 * 65536) + i] = i;
              return a;
            }
            """);
    assertThat((int[]) program.taken("run", 10)).isEqualTo(program.plain("run", 10));
    assertThat(program.stays()).hasSize(1);
    TestProgram wrapping =
        TakenLoopsTest.same(
            """
            static int[] run(int n) {
              int[] a = new int[16];
              for (@Parallel int i = 0; i < 16; i++) a[(i * n) & 15] = i;
              return a;
            }
            """,
            1 << 30 | 1);
    assertThat(wrapping.runs()).hasSize(1);
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
