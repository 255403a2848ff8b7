package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.LoopName;
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
        new Fixed(plan),
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
            new Fixed(run()),
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
            new Fixed(run),
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

  private record Fixed(LaunchPlan plan) implements LoopKernel {
    @Override
    public LoopName name() {
      return new LoopName("com.acme.Heat", "heat", 12, 0);
    }

    @Override
    public RangeKernel kernel() {
      return new RangeKernel(
          name().toString(),
          "slipstream.kernel.Heat",
          new byte[] {1, 2, 3},
          1,
          List.of(new KernelParameter("u", "[D")));
    }

    @Override
    public RangeKernel checkedKernel() {
      return kernel();
    }

    @Override
    public int site() {
      return 0;
    }

    @Override
    public List<LoopName> inner() {
      return List.of();
    }

    @Override
    public List<String> analysis() {
      return List.of();
    }

    @Override
    public long identity() {
      return 0;
    }

    @Override
    public Optional<byte[]> workClass() {
      return Optional.empty();
    }

    @Override
    public Optional<LoopMappers> mappers(int start, Object[] captures) {
      return Optional.empty();
    }

    @Override
    public List<String> derivation(int start, Object[] captures) {
      return List.of();
    }

    @Override
    public String violation(int number) {
      return "violation " + number;
    }

    @Override
    public String note() {
      return "a note";
    }

    @Override
    public LaunchPlan plan(int start, Object[] captures) {
      return plan;
    }
  }
}
