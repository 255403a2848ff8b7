package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits, indices and steps that a loop reads from arrays that it does not write. */
class SteadyElementsTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static final String GRID =
      """
      int[] points = {7, 6, 5};
      static long[] sizes = {4, 9};
      double[] u = new double[7 * 6 * 5];
      static Object run(int n) {
        Program p = new Program();
        for (int i = 0; i < p.u.length; i++) p.u[i] = i % 7;
        p.step(n, new int[] {1, 2, 3, 0, 0, 0, 0});
        return p.u;
      }
      void step(int n, int[] other) {
        LOOP
      }
      """;

  private static String grid(String loop) {
    return GRID.replace("LOOP", loop);
  }

  @Test
  void aLimitMayBeAnElement() throws Throwable {
    TestProgram program =
        everywhere.taken(
            grid(
                """
                for (@Parallel int k = 1; k <= points[2] - 2; k++)
                  for (@Parallel int j = 1; j <= points[1] - 2; j++)
                    for (int i = 1; i <= points[0] - 2; i++)
                      u[(k * 6 + j) * 7 + i] = u[(k * 6 + j) * 7 + i] * 2 + other[0];
                """),
            3);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(3, 4);
    assertThat(program.runs().get(0).checked()).isFalse();
    everywhere.taken(grid("for (@Parallel int k = 0; k < sizes[1]; k++) u[k] = k;"), 3);
    everywhere.taken(
        grid("for (@Parallel int k = other[0]; k < n; k += other[other[0]]) u[k] = k;"), 9);
  }

  @Test
  void anIndexMayBeComputedFromElements() throws Throwable {
    TestProgram program =
        everywhere.taken(
            grid(
                """
                for (@Parallel int k = 0; k < n; k++) {
                  int stride = points[1] * points[other[1] - 1];
                  u[k * stride + other[2]] = u[k * stride + other[2] + 1];
                }
                """),
            3);
    assertThat(program.runs().get(0).checked()).isFalse();
    assertThat(program.runs().get(0).trusted()).isEmpty();
  }

  @Test
  void anElementThatTheLoopWritesIsNoLimit() throws Throwable {
    everywhere.refused(
        "does more than compare its counter with a limit",
        grid("for (@Parallel int k = 0; k < points[0]; k++) points[k / 4] = 3;"),
        3);
  }

  @Test
  void anElementOfAnArrayThatTheLoopWritesUnderAnotherNameIsTheHosts() throws Throwable {
    String loop = "for (@Parallel int k = 0; k < points[2] - 2; k++) other[k] = 3;";
    everywhere.taken(grid(loop), 3);
    everywhere.stays(
        "writes other[k], and this.points[2] is in the same array",
        grid(
            "other = points; "
                + loop.replace("for", "again(other); }\nvoid again(int[] other) { for")),
        3);
    everywhere.stays(
        "points[0] is in the same array",
        grid(
            "int[][] rows = {other, points};"
                + " for (@Parallel int k = 0; k < points[0]; k++) rows[0][k] = 3;"),
        3);
  }

  @Test
  void whatWouldThrowInFrontOfTheLoopIsLeftToTheLoop() throws Throwable {
    String plain = "for (@Parallel int k = 0; k < points[AT]; k++) u[k] = k;";
    for (String at : new String[] {"3", "n - 9", "n * -1"}) {
      TestProgram program =
          everywhere.run(
              grid(
                  "try { "
                      + plain.replace("AT", at)
                      + " } catch (IndexOutOfBoundsException e) { u[0] = 99; }"),
              3);
      assertThat(program.runs()).isEmpty();
    }
    TestProgram none =
        everywhere.run(
            grid(
                "points = null; try { "
                    + plain.replace("AT", "0")
                    + " } catch (NullPointerException e) { u[0] = 98; }"),
            3);
    assertThat(none.runs()).isEmpty();
    TestProgram unreached =
        everywhere.run(
            grid(
                """
                for (@Parallel int k = 0; k < n; k++) {
                  if (k > 50) for (int i = 0; i < points[8]; i++) u[k] = i;
                  u[k] = 5;
                }
                """),
            3);
    assertThat(unreached.refused()).isEmpty();
  }

  @Test
  void anElementThatChangesBetweenExecutionsChangesTheLimit() throws Throwable {
    TestProgram program =
        everywhere.taken(
            grid(
                """
                for (int t = 0; t < 3; t++) {
                  points[0] = 4 + 3 * t;
                  for (@Parallel int k = 0; k < points[0]; k++) u[k] += k + t;
                }
                """),
            3);
    assertThat(program.runs())
        .extracting(run -> run.launch().space().count(0))
        .containsExactly(4, 7, 10);
  }
}
