package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.node.SubmissionCondition;
import dev.slipstream.runtime.observation.LoopMeters;
import dev.slipstream.runtime.observation.Metrics;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests {@code y[i] = x[c[i]] + s} with given lengths and contents. */
class InspectedLoopTest {
  private static final int LONG = 100;

  private final Map<Object, Long> stamps = new IdentityHashMap<>();
  private long nextStamp;
  private int violation;
  private boolean immediate;
  private int submissions;
  private final LoopMeters meters = new Metrics().loop(0, "Loop.loop:1");

  private final InspectedLoop loop = loop(0.3);

  private InspectedLoop loop(double share) {
    RangeKernel kernel =
        new RangeKernel(
            "P.run:1 (inspection)",
            "K",
            new byte[0],
            1,
            List.of(
                new KernelParameter("c", "[I"),
                new KernelParameter("x", "[D"),
                new KernelParameter("violation", "[I")));
    Inspector inspector = new Inspector(kernel, List.of(1, 2), Set.of(1), share);
    return new InspectedLoop(inspector, meters);
  }

  private static Launch launch(double[] y, int[] c, double[] x, double s) {
    return new Launch(
        new IterationSpace(new int[] {0}, new int[] {1}, new int[] {y.length}),
        new Object[] {y, c, x, s, new int[1]},
        List.of(
            new ArrayAccess(0, 0, 0, 0, y.length, true),
            new ArrayAccess(1, 0, c.length, 0, 0, false),
            new ArrayAccess(2, 0, x.length, 0, 0, false),
            new ArrayAccess(4, 0, 1, 0, 1, false)),
        4);
  }

  private final ArrayBuffers buffers =
      new ArrayBuffers(List.of()) {
        @Override
        public long contents(Object array) {
          return stamps.computeIfAbsent(array, a -> ++nextStamp);
        }
      };

  private int submit(InspectedLoop inspected, Launch launch) {
    return inspected.submit(
        launch,
        new InspectedLoop.Way() {
          @Override
          public boolean submit(SubmissionCondition condition) {
            boolean done = !immediate && condition.holds(launch, buffers);
            submissions += done ? 1 : 0;
            return done;
          }

          @Override
          public boolean inspect(Launch inspection, SubmissionCondition before) {
            assertThat(inspection.isChecked()).isFalse();
            assertThat(before.holds(inspection, buffers)).isTrue();
            ((int[]) inspection.arguments()[2])[0] = violation;
            return true;
          }
        });
  }

  @Test
  void aVerdictIsKeptForOtherNumbersAndOtherArraysOfTheSameLengths() {
    int[] c = new int[LONG];
    for (int step = 0; step < 50; step++) {
      double[] y = new double[LONG];
      double[] x = new double[200];
      assertThat(submit(loop, launch(y, c, x, step))).isEqualTo(InspectedLoop.SUBMITTED);
    }
    assertThat(meters.statistics().inspections()).isEqualTo(1);
    assertThat(meters.statistics().keptVerdicts()).isEqualTo(49);
    assertThat(submissions).isEqualTo(50);
  }

  @Test
  void anotherLengthAnotherRangeAndOtherContentsAreInspected() {
    int[] c = new int[LONG];
    submit(loop, launch(new double[LONG], c, new double[200], 0));
    submit(loop, launch(new double[LONG], c, new double[199], 0));
    submit(loop, launch(new double[LONG - 1], c, new double[200], 0));
    submit(loop, launch(new double[LONG], c.clone(), new double[200], 0));
    assertThat(meters.statistics().inspections()).isEqualTo(4);
    stamps.put(c, ++nextStamp);
    submit(loop, launch(new double[LONG], c, new double[200], 0));
    assertThat(meters.statistics().inspections()).isEqualTo(5);
    submit(loop, launch(new double[LONG], c, new double[199], 0));
    assertThat(meters.statistics().inspections()).isEqualTo(6);
    assertThat(meters.statistics().keptVerdicts()).isZero();
  }

  @Test
  void shortIndexArraysAreComparedByTheirElements() {
    submit(loop, launch(new double[3], new int[] {1, 2, 3}, new double[200], 0));
    submit(loop, launch(new double[3], new int[] {1, 2, 3}, new double[200], 0));
    assertThat(meters.statistics().inspections()).isEqualTo(1);
    submit(loop, launch(new double[3], new int[] {1, 2, 4}, new double[200], 0));
    assertThat(meters.statistics().inspections()).isEqualTo(2);
  }

  @Test
  void aViolationIsToldAndNothingIsSubmitted() {
    violation = 7;
    assertThat(submit(loop, launch(new double[LONG], new int[LONG], new double[9], 0)))
        .isEqualTo(7);
    assertThat(submissions).isZero();
  }

  @Test
  void whatTheLoopWritesIsNotInspected() {
    double[] x = new double[LONG];
    int[] c = new int[LONG];
    Launch launch = launch(x, c, x, 0);
    Launch same =
        new Launch(
            launch.space(),
            new Object[] {c, c, x, 0.0, new int[1]},
            launch.accesses(),
            launch.violation());
    assertThat(submit(loop, same)).isEqualTo(InspectedLoop.UNKNOWN);
    assertThat(meters.statistics().inspections()).isZero();
    assertThat(submit(loop, launch)).isEqualTo(InspectedLoop.SUBMITTED);
  }

  @Test
  void loopsThatCannotWaitAreInspectedNoMoreAfterAFewTimes() {
    immediate = true;
    for (int step = 0; step < 20; step++) {
      assertThat(submit(loop, launch(new double[LONG], new int[LONG], new double[9], 0)))
          .isEqualTo(InspectedLoop.UNKNOWN);
    }
    assertThat(meters.statistics().inspections()).isBetween(3L, 5L);
  }

  @Test
  void inspectionsAsLongAsTheLoopPauseWhereTheirVerdictsAreOfUseOnlyOnce() {
    InspectedLoop costly = loop(0.9);
    for (int step = 0; step < 19; step++) {
      submit(costly, launch(new double[LONG], new int[LONG], new double[9], 0));
      submit(loop, launch(new double[LONG], new int[LONG], new double[9], 0));
    }
    assertThat(meters.statistics().inspections()).isEqualTo(22L);
  }
}
