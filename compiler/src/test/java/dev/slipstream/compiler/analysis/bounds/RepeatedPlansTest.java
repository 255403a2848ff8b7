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

  private final LoopKernel kernel = TestProgram.of(SHIFTED).kernel();

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
    Object[] named = {from, to, n, by, factor};
    List<String> names = List.of("from", "to", "n", "by", "factor");
    List<Object> captures = new ArrayList<>();
    List<String> parameters =
        kernel.kernel().parameters().stream().map(KernelParameter::name).toList();
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
}
