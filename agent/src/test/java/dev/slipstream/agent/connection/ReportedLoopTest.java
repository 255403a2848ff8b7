package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportedLoopTest {
  private static final Object[] NOTHING = {};

  private final List<Integer> reached = new ArrayList<>();

  private static LaunchPlan.Run run() {
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {4});
    return new LaunchPlan.Run(new Launch(space, NOTHING, List.of()), 4, 1000, false);
  }

  private ReportedLoop loop(
      LaunchPlan plan, boolean fastMath, Optional<ReportedLoop.Promises> promises) {
    return new ReportedLoop(
        new FixedKernel(plan),
        fastMath,
        (kernel, start, captures) -> reached.add(start),
        promises,
        /* describesAll= */ true,
        Runnable::run);
  }

  @Test
  void plansAreThoseOfTheCompiler() {
    LaunchPlan stay = new LaunchPlan.Stay("line 3");

    assertThat(loop(stay, false, Optional.empty()).plan(0, NOTHING)).isSameAs(stay);
  }

  @Test
  void theListenerIsNotifiedOfTheFirstExecutionThatRuns() {
    ReportedLoop staying = loop(new LaunchPlan.Empty(), false, Optional.empty());
    ReportedLoop running = loop(run(), false, Optional.empty());

    staying.plan(5, NOTHING);
    running.plan(6, NOTHING);
    running.plan(7, NOTHING);

    assertThat(reached).containsExactly(6);
  }

  @Test
  void ifNotAllAreDescribedOnlyAnExecutionThatLeavesTheHostIs() {
    ReportedLoop loop =
        new ReportedLoop(
            new FixedKernel(run()),
            /* fastMath= */ false,
            (kernel, start, captures) -> reached.add(start),
            Optional.empty(),
            /* describesAll= */ false,
            Runnable::run);

    loop.plan(6, NOTHING);
    assertThat(reached).isEmpty();
    loop.leaves(7, NOTHING);
    loop.leaves(8, NOTHING);

    assertThat(reached).containsExactly(7);
  }

  @Test
  void whatAListenerThrowsIsSaidInTheReportAndDropped() {
    LaunchPlan.Run run = run();
    ReportedLoop loop =
        new ReportedLoop(
            new FixedKernel(run),
            false,
            (kernel, start, captures) -> {
              throw new IllegalStateException("the disk is full");
            },
            Optional.empty(),
            /* describesAll= */ true,
            Runnable::run);

    assertThat(loop.plan(0, NOTHING)).isSameAs(run);
    assertThat(loop.mapperLines())
        .singleElement()
        .asString()
        .contains("could not be found", "the disk is full");
  }

  @Test
  void theFirstBrokenPromiseIsReportedOnce() {
    ReportedLoop loop =
        loop(run(), false, Optional.of((start, captures, run) -> Optional.of("broken " + start)));

    loop.plan(1, NOTHING);
    loop.plan(2, NOTHING);

    assertThat(loop.mapperLines()).containsExactly("broken 1");
  }

  @Test
  void fastMathIsSaidToDevicesAndUsers() {
    ReportedLoop exact = loop(run(), false, Optional.empty());
    ReportedLoop fast = loop(run(), true, Optional.empty());

    assertThat(exact.kernel().fastMath()).isFalse();
    assertThat(exact.note()).isEqualTo("a note");
    assertThat(fast.kernel().fastMath()).isTrue();
    assertThat(fast.checkedKernel().fastMath()).isTrue();
    assertThat(fast.note()).isEqualTo("a note; on OpenCL as fastMath allows");
  }
}
