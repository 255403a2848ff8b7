package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.slipstream.boot.Guards;
import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.boot.LoopGate;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryWorkTest {
  private static final String SCALE =
      """
      static void scale(float[] a, float[] b, int n) {
        for (@Parallel int i = 0; i < n; i++) {
          b[i] = a[i] * 2;
        }
      }
      """;

  @AfterEach
  void nothingIsAway() {
    Guards.shortest = Integer.MAX_VALUE;
  }

  @Test
  void anExecutionThatDoesNotPassTheGateIsSubmittedWithAllItsValues() throws Throwable {
    LoopKernel kernel =
        TestProgram.of(
                """
                static void run(double[][] g, long l, float f, double d, int n, boolean z) {
                  for (@Parallel int i = 0; i < n; i++) g[i][0] = z ? l + f : d;
                }
                """)
            .kernel();
    List<Object> known = List.of(new double[5][1], /* n= */ 5, 7L, 2f, 3.0, /* z= */ 1);
    Object[] captures = known.toArray();
    List<Object> seen = new ArrayList<>();
    LoopDispatch.Submit before = LoopDispatch.target;
    LoopDispatch.target =
        (site, start, values) -> {
          seen.add(site);
          seen.addAll(List.of(values));
          return start + 5;
        };
    try {
      assertThat(EntryWorks.enter(kernel, new LoopGate(Double.MAX_VALUE), 0, captures)).isZero();
      assertThat(seen).as("it passes").isEmpty();
      assertThat(EntryWorks.enter(kernel, new LoopGate(0), 0, captures)).isEqualTo(5);
    } finally {
      LoopDispatch.target = before;
    }
    assertThat(seen.get(0)).isEqualTo(kernel.site());
    assertThat(seen.subList(1, seen.size())).containsExactly(captures);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (@Parallel int i = 0; i < n; i++) a[i] = m;",
        "for (@Parallel int i = n - 1; i >= 0; i--) a[i] = m;",
        "for (@Parallel int i = 0; i <= n - 1; i += 3) a[i] = m;",
        "for (@Parallel int i = 0; i < a.length; i++) a[i] = m;",
        "for (@Parallel long i = 0; i < n; i++) a[(int) i] = m;",
        "for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < m; j++) g[i][j] = i;",
        "for (@Parallel int i = 0; i < n; i++) for (int j = 0; j < m * 4; j++) a[i] += j;",
        "for (@Parallel int i = 0; i < n; i++) for (int j = m; j > 0; j--) a[i] += j;",
        "for (@Parallel int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i] += j;",
        "for (@Parallel int i = 0; i < n; i++) for (int j = i / 2; j < i + m; j++) a[i] += j;",
        "for (@Parallel int i = 0; i < n; i++) for (int j = 0; j < g[i].length; j++) g[i][j] = 1;",
        "for (@Parallel int i = 0; i < Math.min(n, m * m); i++) a[i] = m;",
        "for (@Parallel int i = 0; i < d; i++) a[i] = m;",
      })
  void theWorkIsThatOfThePlan(String loop) {
    TestProgram program =
        TestProgram.of(
            "static void run(int[] a, int[][] g, int n, int m, double d) {\n" + loop + "\n}");
    LoopKernel kernel = program.kernel();
    program.planWith(
        (taken, start, captures) -> {
          LaunchPlan plan = taken.plan(start, captures);
          double work = EntryWorks.of(kernel, start, captures);
          double planned = ((LaunchPlan.Run) plan).work();
          assertThat(work).isBetween(0.95 * planned - 20, 1.05 * planned + 20);
          return plan;
        });
    assertThat(run(program, 1000, 60)).isEmpty();
    assertThat(run(program, 77, 9)).isEmpty();
    assertThat(program.runs()).hasSize(2);
  }

  @Test
  void workInInnerLoopsUnderConditionsIsNotCertain() {
    TestProgram program =
        TestProgram.of(
            """
            static void run(int[] a, int[] b, int n, int m) {
              for (@Parallel int i = 0; i < n; i++) {
                if (b[i] == 1) for (int j = 0; j < m; j++) for (int k = 0; k < m; k++) a[i] += k;
                for (int j = 0; j < m; j++) if (b[i] != j) a[i] += j;
              }
            }
            """);
    List<LaunchPlan.Run> plans = new ArrayList<>();
    program.planWith(
        (taken, start, captures) -> {
          LaunchPlan plan = taken.plan(start, captures);
          plans.add((LaunchPlan.Run) plan);
          return plan;
        });
    assertThatCode(() -> program.taken("run", new int[100], new int[100], 100, 50))
        .doesNotThrowAnyException();
    assertThat(plans).hasSize(1);
    assertThat(plans.get(0).work()).isGreaterThan(100 * 50 * 50 * 5);
    assertThat(plans.get(0).certainWork()).isBetween(100L * 50 * 5, 100L * 50 * 30);
  }

  private static String run(TestProgram program, int n, int m) {
    try {
      program.taken("run", new int[n], new int[n][m], n, m, n - 0.5);
      return "";
    } catch (Throwable failure) {
      return failure.toString();
    }
  }

  @Test
  void anExecutionWithoutIterationsHasNoWork() {
    LoopKernel kernel = TestProgram.of(SCALE).kernel();
    assertThat(EntryWorks.of(kernel, 0, new Object[] {new float[1], new float[1], 0})).isZero();
    assertThat(EntryWorks.of(kernel, 5, new Object[] {new float[1], new float[1], -7})).isZero();
  }

  @Test
  void anExecutionWhoseArraysMayBeOnADeviceIsChecked() {
    LoopKernel kernel = TestProgram.of(SCALE).kernel();
    Object[] captures = {new float[100], new float[100], 100};
    assertThat(EntryWorks.of(kernel, 0, captures)).isPositive().isFinite();
    Guards.shortest = 101;
    assertThat(EntryWorks.of(kernel, 0, captures)).isFinite();
    Guards.shortest = 100;
    assertThat(EntryWorks.of(kernel, 0, captures)).isInfinite();
  }

  @Test
  void anExecutionThatWouldThrowIsChecked() {
    LoopKernel kernel =
        TestProgram.of(
                """
                static void fill(int[] a, int n, int by) {
                  for (@Parallel int i = 0; i < a.length / by; i++) {
                    a[i] = n;
                  }
                }
                """)
            .kernel();
    assertThat(EntryWorks.of(kernel, 0, new Object[] {new int[10], 3, 0})).isInfinite();
    assertThat(EntryWorks.of(kernel, 0, new Object[] {null, 3, 1})).isInfinite();
  }

  @Test
  void noExecutionOfALoopThatAddsFloatsIsLeftToTheProgramUnseen() {
    String sum =
        """
        static float sum(float[] a) {
          @Reduction float s = 0;
          for (@Parallel int i = 0; i < a.length; i++) {
            s += a[i];
          }
          return s;
        }
        """;
    assertThat(TestProgram.of(sum).kernel().workClass()).isEmpty();
    assertThat(TestProgram.of(sum.replace("float", "long")).kernel().workClass()).isPresent();
  }
}
