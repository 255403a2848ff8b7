package dev.slipstream.compiler.analysis.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reducing loop becomes lanes, and their values one result. */
class ReductionLanesTest {
  private static final Accumulator SUM =
      new Accumulator(new Accumulator.Variable(1, "sum", 'J'), Family.PLUS, Optional.empty());

  private static LaunchPlan.Run nest(int... counts) {
    int[] ones = new int[counts.length];
    Arrays.fill(ones, 1);
    IterationSpace space = new IterationSpace(new int[counts.length], ones, counts);
    return new LaunchPlan.Run(new Launch(space, new Object[0], List.of()), 9, 1L, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 1 << 16, (1 << 16) + 1, 5_000_000})
  void lanesHaveRoomForAllIterationsAndForLessThanOneBlockMore(int iterations) {
    ReductionLanes lanes = new ReductionLanes(1, List.of(SUM));
    LaunchPlan.Run run = (LaunchPlan.Run) lanes.plan(nest(iterations), new long[1]);
    long steps = (int) run.launch().arguments()[lanes.steps()];
    long room = run.launch().space().count(0) * steps;
    assertThat(run.launch().space().count(0) % ReductionLanes.WIDTH).isZero();
    assertThat(run.launch().arguments()[lanes.total()]).isEqualTo(iterations);
    assertThat(room).isGreaterThanOrEqualTo(iterations);
    assertThat(room - iterations).isLessThan(ReductionLanes.WIDTH * steps);
    assertThat(run.resume()).isEqualTo(9);
  }

  @Test
  void theLoopsOfANestAreCountedTogetherAndKeepTheirBounds() {
    ReductionLanes lanes = new ReductionLanes(2, List.of(SUM));
    LaunchPlan.Run run = (LaunchPlan.Run) lanes.plan(nest(7, 11), new long[1]);
    assertThat(run.launch().arguments()[lanes.total()]).isEqualTo(77);
    assertThat(run.launch().arguments()[lanes.count(0)]).isEqualTo(7);
    assertThat(run.launch().arguments()[lanes.count(1)]).isEqualTo(11);
    assertThat(lanes.parameters()).hasSize(run.launch().arguments().length);
  }

  @Test
  void tooManyIterationsStayOnTheHost() {
    LaunchPlan plan = new ReductionLanes(2, List.of(SUM)).plan(nest(1 << 20, 1 << 20), new long[1]);
    assertThat(plan).isInstanceOf(LaunchPlan.Stay.class);
  }

  @Test
  void whatTheLanesLeaveIsAddedToTheValueBeforeTheLoop() {
    ReductionLanes lanes = new ReductionLanes(1, List.of(SUM));
    long[] results = {1000};
    LaunchPlan.Run run = (LaunchPlan.Run) lanes.plan(nest(100), results);
    long[] left = (long[]) run.launch().arguments()[lanes.firstArray()];
    for (int lane = 0; lane < left.length; lane++) {
      left[lane] = lane;
    }
    run.completion().run();
    assertThat(results[0]).isEqualTo(1000 + (left.length - 1L) * left.length / 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofEqualValuesTheFirstOrTheLastIsKeptWithWhatWasNotedThere(boolean strict) {
    Accumulator.Variable place = new Accumulator.Variable(2, "place", 'I');
    Accumulator largest =
        new Accumulator(
            new Accumulator.Variable(1, "largest", 'I'),
            Family.MAX,
            Optional.of(new Accumulator.Selection(strict, List.of(place), Set.of(), Set.of())));
    long[] results = {-5, -1};
    ReductionLanes lanes = new ReductionLanes(1, List.of(largest));
    LaunchPlan.Run run = (LaunchPlan.Run) lanes.plan(nest(64), results);
    int[] values = (int[]) run.launch().arguments()[lanes.firstArray()];
    int[] iterations = (int[]) run.launch().arguments()[lanes.firstArray() + 1];
    int[] places = (int[]) run.launch().arguments()[lanes.firstArray() + 2];
    for (int lane = 0; lane < values.length; lane++) {
      // Three lanes found the largest value, the others nothing.
      iterations[lane] = lane == 3 || lane == 7 || lane == 9 ? 60 - lane : -1;
      values[lane] = 42;
      places[lane] = 100 + lane;
    }
    run.completion().run();
    assertThat(results).containsExactly(42, strict ? 109 : 103);
  }
}
