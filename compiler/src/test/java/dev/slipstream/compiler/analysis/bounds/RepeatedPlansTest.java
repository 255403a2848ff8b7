package dev.slipstream.compiler.analysis.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.loop.LaunchPlan;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedPlansTest {
  private static final String SHIFTED =
      """
      static void shift(int[] from, int[] to, int n, int by, float factor) {
        for (@Parallel int i = 0; i < n; i++) {
          to[i] = (int) (from[i + by] * factor);
        }
      }
      """;

  private static final String FILLED =
      """
      static void fill(int[][] grid, int n) {
        for (@Parallel int i = 0; i < 4; i++) {
          for (int j = 0; j < n; j++) {
            grid[i][j] = i;
          }
        }
      }
      """;

  private static final String ONE_ROW =
      """
      static void copy(int[][] to, int[][] from, int t, int f, int n) {
        for (@Parallel int j = 0; j < n; j++) to[t][j] = from[f][j];
      }
      """;

  private static final String FIRST_ROWS =
      """
      static void first(int[][] grid, int m, int n) {
        for (@Parallel int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            grid[i][j] = i;
          }
        }
      }
      """;

  private static final String UNDER_A_CONDITION =
      """
      static void both(int[] to, int n) {
        for (@Parallel int i = 0; i < n; i++) {
          int next = i + 1;
          if (next < to.length) to[next] = i;
          to[next] += 2;
        }
      }
      """;

  private final LoopKernel kernel = TestProgram.of(SHIFTED).kernel();
  private final LoopKernel rows = TestProgram.of(FILLED).kernel();
  private final LoopKernel oneRow = TestProgram.of(ONE_ROW).kernel();

  @Test
  void aRepeatedPlanIsTheSameButForTheArrays() {
    Object[] first = captures(new int[10], new int[8], 8, 2, 1f);
    Object[] second = captures(new int[10], new int[8], 8, 2, 3f);
    LaunchPlan.Run proven = (LaunchPlan.Run) kernel.plan(0, first);
    LaunchPlan.Run repeated = (LaunchPlan.Run) kernel.plan(0, second);
    assertThat(repeated.launch().space()).hasToString(proven.launch().space().toString());
    assertThat(repeated.launch().accesses()).isEqualTo(proven.launch().accesses());
    assertThat(repeated.resume()).isEqualTo(proven.resume());
    assertThat(repeated.work()).isEqualTo(proven.work());
    assertThat(repeated.launch().arguments()).hasSameSizeAs(proven.launch().arguments());
    for (int p = 0; p < repeated.launch().arguments().length; p++) {
      assertThat(repeated.launch().arguments()[p]).isSameAs(second[p]);
    }
  }

  @Test
  void anAccessUnderAConditionDoesNotProveTheSameOneWithoutIt() {
    LoopKernel both = TestProgram.of(UNDER_A_CONDITION).kernel();
    LaunchPlan.Run inside =
        (LaunchPlan.Run) both.plan(0, captures(both, List.of("to", "n"), new int[9], 8));
    assertThat(inside.checked()).isFalse();
    LaunchPlan.Run outside =
        (LaunchPlan.Run) both.plan(0, captures(both, List.of("to", "n"), new int[8], 8));
    assertThat(outside.checked()).isTrue();
  }

  @Test
  void aShorterArrayIsNoticed() {
    assertThat(plan(0, new int[10], new int[8], 8, 2)).isInstanceOf(LaunchPlan.Run.class);
    assertChecked(plan(0, new int[9], new int[8], 8, 2));
    assertChecked(plan(0, new int[10], new int[7], 8, 2));
    assertThat(plan(0, new int[10], new int[8], 8, 2)).isInstanceOf(LaunchPlan.Run.class);
  }

  @Test
  void anotherNumberIsNoticed() {
    assertThat(plan(0, new int[10], new int[8], 8, 2)).isInstanceOf(LaunchPlan.Run.class);
    assertChecked(plan(0, new int[10], new int[8], 8, 3));
    assertChecked(plan(0, new int[10], new int[8], 9, 2));
    assertThat(plan(0, new int[10], new int[8], 0, 2)).isInstanceOf(LaunchPlan.Empty.class);
    assertChecked(plan(-1, new int[10], new int[8], 8, 2));
    assertThat(plan(3, new int[10], new int[8], 8, 2))
        .isInstanceOfSatisfying(
            LaunchPlan.Run.class,
            run -> assertThat(run.launch().space().counts()).containsExactly(5));
  }

  @Test
  void aMissingArrayIsNoticedBeforeAndAfter() {
    assertThat(plan(0, null, new int[8], 8, 2)).isInstanceOf(LaunchPlan.Stay.class);
    assertThat(plan(0, new int[10], new int[8], 8, 2)).isInstanceOf(LaunchPlan.Run.class);
    assertThat(plan(0, null, new int[8], 8, 2)).isInstanceOf(LaunchPlan.Stay.class);
    assertThat(plan(0, new int[10], null, 8, 2)).isInstanceOf(LaunchPlan.Stay.class);
  }

  @Test
  void plansOfManySizesAreAllRight() {
    for (int round = 0; round < 3; round++) {
      for (int n = 1; n < 30; n++) {
        int count = n;
        assertThat(plan(0, new int[n + 2], new int[n], n, 2))
            .isInstanceOfSatisfying(
                LaunchPlan.Run.class,
                run -> {
                  assertThat(run.checked()).isFalse();
                  assertThat(run.launch().space().counts()).containsExactly(count);
                });
        assertChecked(plan(0, new int[n + 1], new int[n], n, 2));
      }
    }
  }

  @Test
  void arraysAreNotKeptInMemory() throws Exception {
    GarbageCollection.untilGone("an array of a plan", planOnce());
  }

  @Test
  void aPlanOverTheSameRowsIsRepeated() {
    int[][] grid = new int[4][5];
    LaunchPlan.Run first = (LaunchPlan.Run) fill(grid, 5);
    LaunchPlan.Run second = (LaunchPlan.Run) fill(grid, 5);
    assertThat(second.launch().accesses()).isSameAs(first.launch().accesses());
    assertThat(second.launch().arguments()).contains((Object) grid);
    LaunchPlan.Run other = (LaunchPlan.Run) fill(new int[4][5], 5);
    assertThat(other.launch().accesses()).isNotSameAs(first.launch().accesses());
  }

  @Test
  void anotherRowIsNoticed() {
    int[][] grid = new int[4][5];
    assertThat(fill(grid, 5)).isInstanceOf(LaunchPlan.Run.class);
    int[] row = grid[2];
    grid[2] = new int[4];
    assertChecked(fill(grid, 5));
    grid[2] = null;
    assertThat(fill(grid, 5)).isInstanceOf(LaunchPlan.Stay.class);
    grid[2] = grid[1];
    assertThat(fill(grid, 5)).isInstanceOf(LaunchPlan.Stay.class);
    grid[2] = row;
    assertThat(fill(grid, 5))
        .isInstanceOfSatisfying(LaunchPlan.Run.class, run -> assertThat(run.checked()).isFalse());
    assertChecked(fill(grid, 6));
  }

  @Test
  void rowsThatAnExecutionCannotTouchDoNotMatter() {
    int[][] grid = new int[6][5];
    LaunchPlan.Run first = (LaunchPlan.Run) fill(grid, 5);
    grid[4] = new int[3];
    grid[5] = grid[1];
    LaunchPlan.Run second = (LaunchPlan.Run) fill(grid, 5);
    assertThat(second.launch().accesses()).isSameAs(first.launch().accesses());
    assertThat(second.checked()).isFalse();
    assertThat(fill(grid.clone(), 5))
        .isInstanceOfSatisfying(LaunchPlan.Run.class, run -> assertThat(run.checked()).isFalse());
  }

  @Test
  void theOneRowOfManyThatIsTouchedIsNoticed() {
    int[][] to = new int[12][16];
    int[][] from = new int[500][16];
    for (int f = 0; f < 500; f++) {
      assertProven(copyRow(to, from, f % 12, f));
    }
    from[7] = new int[15];
    assertProven(copyRow(to, from, 3, 6));
    assertChecked(copyRow(to, from, 3, 7));
    from[8] = to[3];
    assertProven(copyRow(to, from, 4, 8));
    assertThat(copyRow(to, from, 3, 8)).isInstanceOf(LaunchPlan.Stay.class);
    from[9] = null;
    assertThat(copyRow(to, from, 3, 9)).isInstanceOf(LaunchPlan.Stay.class);
    assertProven(copyRow(to, from, 3, 10));
  }

  @Test
  void rowsOfOneArrayThatTwoParametersTouchAreComparedInOneLayout() {
    int[][] both = {new int[16], new int[40], new int[16]};
    for (int to = 0; to < 3; to++) {
      for (int from = 0; from < 3; from++) {
        assertProven(copyRow(both, both, to, from));
      }
    }
  }

  @Test
  void arraysWithMoreAndMoreRowsInUseArePlannedByTheRowsInUse() {
    LoopKernel loop = TestProgram.of(FIRST_ROWS).kernel();
    int[][] grid = new int[300][5];
    grid[299] = grid[250];
    for (int m = 1; m <= 299; m++) {
      assertProven(loop.plan(0, new Object[] {grid, 5, m}));
    }
    assertThat(loop.plan(0, new Object[] {grid, 5, 300})).isInstanceOf(LaunchPlan.Stay.class);
    assertProven(loop.plan(0, new Object[] {grid, 5, 298}));
    grid[299] = new int[5];
    assertProven(loop.plan(0, new Object[] {grid, 5, 300}));
    grid[100] = new int[4];
    assertProven(loop.plan(0, new Object[] {grid, 5, 99}));
    assertChecked(loop.plan(0, new Object[] {grid, 5, 299}));
    grid[100] = grid[101];
    assertProven(loop.plan(0, new Object[] {grid, 5, 97}));
    assertThat(loop.plan(0, new Object[] {grid, 5, 299})).isInstanceOf(LaunchPlan.Stay.class);
  }

  @Test
  void rowsAreNotKeptInMemory() throws Exception {
    GarbageCollection.untilGone("a row of a plan", fillOnce());
  }

  private WeakReference<int[]> fillOnce() {
    int[][] grid = new int[4][5];
    assertThat(fill(grid, 5)).isInstanceOf(LaunchPlan.Run.class);
    return new WeakReference<>(grid[1]);
  }

  private LaunchPlan copyRow(int[][] to, int[][] from, int t, int f) {
    return oneRow.plan(0, new Object[] {to, from, t, f, 16});
  }

  private LaunchPlan fill(int[][] grid, int n) {
    return rows.plan(0, new Object[] {grid, n});
  }

  private WeakReference<int[]> planOnce() {
    int[] from = new int[10];
    assertThat(plan(0, from, new int[8], 8, 2)).isInstanceOf(LaunchPlan.Run.class);
    return new WeakReference<>(from);
  }

  private LaunchPlan plan(int start, int[] from, int[] to, int n, int by) {
    return kernel.plan(start, captures(from, to, n, by, 1f));
  }

  /** In the order in which the call site passes them. */
  private Object[] captures(int[] from, int[] to, int n, int by, float factor) {
    return captures(kernel, List.of("from", "to", "n", "by", "factor"), from, to, n, by, factor);
  }

  private static Object[] captures(LoopKernel of, List<String> names, Object... named) {
    List<Object> captures = new ArrayList<>();
    List<String> parameters = of.kernel().parameters().stream().map(KernelParameter::name).toList();
    for (String parameter : parameters) {
      captures.add(named[names.indexOf(parameter)]);
    }
    for (String name : names) {
      if (!parameters.contains(name)) {
        captures.add(named[names.indexOf(name)]);
      }
    }
    return captures.toArray();
  }

  private static void assertChecked(LaunchPlan plan) {
    assertThat(plan)
        .isInstanceOfSatisfying(LaunchPlan.Run.class, run -> assertThat(run.checked()).isTrue());
  }

  private static void assertProven(LaunchPlan plan) {
    assertThat(plan)
        .isInstanceOfSatisfying(LaunchPlan.Run.class, run -> assertThat(run.checked()).isFalse());
  }
}
