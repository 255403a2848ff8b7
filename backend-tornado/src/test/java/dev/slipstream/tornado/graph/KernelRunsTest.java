package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.model.kernel.IterationSpace;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

/** Runs of one kernel, {@code to[at + i] = from[i]}, on the stand-in for a device that records. */
class KernelRunsTest {
  private static final int LEAST_RUNS = 5;

  /** Each recording is replayed twice before it is used. */
  private static final int REHEARSAL = 2;

  @TempDir Path folder;
  private StandInTarget on;
  private IntBlocks ints;
  private KernelRuns runs;
  private DeviceBlock a;
  private DeviceBlock b;

  @BeforeEach
  void open() throws Exception {
    TornadoExecutionPlan.PLANS.set(0);
    on = StandInTarget.open(folder);
    ints = new IntBlocks(on);
    runs = new KernelRuns(on.target(), on.kernels().copy(StoredElements.class, "[I"), LEAST_RUNS);
    a = ints.filled(1);
    b = ints.filled(1000);
    TornadoExecutionPlan.PLAYED.set(0);
  }

  @AfterEach
  void close() throws Exception {
    TornadoExecutionPlan.playsNothing = false;
    ints.close();
  }

  /** Copies some elements of one block, from the first one on, to a place in the other one. */
  private void copy(DeviceBlock from, DeviceBlock to, int at, int count) throws Exception {
    int[] expected = ints.elements(to);
    System.arraycopy(ints.elements(from), 0, expected, at, count);
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {count});
    int[] some = new int[IntBlocks.LENGTH];
    runs.run(
        new KernelRun(runs, List.of(from, to), space, new Object[] {at, some, some}, List.of()));
    assertThat(ints.elements(to)).isEqualTo(expected);
  }

  @Test
  void whatRunsAgainAndAgainOnTheSameMemoryIsRecordedAndItsScalarsMayChange() throws Exception {
    for (int run = 0; run < 4 * LEAST_RUNS; run++) {
      copy(a, b, run, 8);
    }
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(3 * LEAST_RUNS + REHEARSAL);
  }

  @Test
  void aRecordingIsNotPlayedForOtherMemoryOrAnotherGrid() throws Exception {
    for (int run = 0; run < 2 * LEAST_RUNS; run++) {
      copy(a, b, run, 8);
    }
    long played = TornadoExecutionPlan.PLAYED.get();
    copy(b, a, 0, 8);
    copy(a, ints.filled(77), 2, 8);
    copy(a, b, 3, 20);
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(played);
    copy(a, b, 3, 8);
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(played + 1);
  }

  @Test
  void arraysThatAreSwappedEachTimeHaveTwoRecordings() throws Exception {
    for (int run = 0; run < 4 * LEAST_RUNS; run++) {
      copy(a, b, run, 7);
      copy(b, a, run, 6);
    }
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(2 * (3 * LEAST_RUNS + REHEARSAL));
  }

  @Test
  void whatRunsOnEverNewMemoryIsRecordedAFewTimesOnly() throws Exception {
    // What is collected makes room for other runs.
    List<DeviceBlock> kept = new ArrayList<>();
    for (int block = 0; block < 10; block++) {
      DeviceBlock to = ints.filled(block);
      kept.add(to);
      for (int run = 0; run < 2 * LEAST_RUNS; run++) {
        copy(a, to, run, 5);
      }
    }
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(4 * (LEAST_RUNS + REHEARSAL));
    assertThat(kept).hasSize(10);
  }

  @Test
  void memoryThatIsUsedOftenIsRecordedAlthoughMuchElseIsUsedOnce() throws Exception {
    for (int run = 0; run < 2 * LEAST_RUNS; run++) {
      copy(a, b, run, 8);
      copy(a, b, run, 8);
      copy(a, ints.filled(run), 0, 8);
    }
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(3 * LEAST_RUNS + REHEARSAL);
  }

  @Test
  void whatTheDriverDoesNotPlayRunsAsUsual() throws Exception {
    TornadoExecutionPlan.playsNothing = true;
    for (int run = 0; run < 3 * LEAST_RUNS; run++) {
      copy(a, b, run, 8);
    }
    assertThat(TornadoExecutionPlan.PLAYED.get()).isZero();
  }

  @Test
  void nothingIsRecordedWhileTheProgramUsesTornadoVmItself() throws Exception {
    TornadoExecutionPlan.PLANS.incrementAndGet();
    for (int run = 0; run < 3 * LEAST_RUNS; run++) {
      copy(a, b, run, 8);
    }
    assertThat(TornadoExecutionPlan.PLAYED.get()).isZero();
  }

  @Test
  void whatIsKnownOfRunsKeepsNoMemory() throws Exception {
    DeviceBlock mostUsed = ints.filled(1);
    for (int run = 0; run < 3 * LEAST_RUNS; run++) {
      copy(a, mostUsed, 0, 8);
    }
    WeakReference<DeviceBlock> known = new WeakReference<>(mostUsed);
    mostUsed = null;
    ints.forget();
    // Kernels, including those that copy, keep the arrays of their last run alive.
    ints.filled(2);
    for (int run = 0; run < 2 * LEAST_RUNS; run++) {
      copy(a, b, 0, 8);
    }
    GarbageCollection.untilGone("what most kernels ran with", known);
  }
}
