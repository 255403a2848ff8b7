package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

/** Runs of {@code to[at + i] = from[i]} and {@code to[i] = from[at + i]} in sequence. */
class RecordedBatchesTest {
  private static final int LEAST_RUNS = 2;
  private static final int LEAST_FOLLOWED = 5;

  /** The number of rounds after which everything is known. */
  private static final int ROUNDS = LEAST_RUNS + LEAST_FOLLOWED + 3;

  @TempDir Path folder;
  private StandInTarget on;
  private IntBlocks ints;
  private RecordedBatches windows;
  private KernelRuns store;
  private KernelRuns load;
  private DeviceBlock a;
  private DeviceBlock b;
  private DeviceBlock c;

  @BeforeEach
  void open() throws Exception {
    TornadoExecutionPlan.PLANS.set(0);
    on = StandInTarget.open(folder);
    ints = new IntBlocks(on);
    windows = new RecordedBatches(on.target(), LEAST_FOLLOWED, /* shortNanos= */ Long.MAX_VALUE);
    store = new KernelRuns(on.target(), on.kernels().copy(StoredElements.class, "[I"), LEAST_RUNS);
    load = new KernelRuns(on.target(), on.kernels().copy(LoadedElements.class, "[I"), LEAST_RUNS);
    a = ints.filled(1);
    b = ints.filled(1000);
    c = ints.filled(5000);
    TornadoExecutionPlan.PLAYED.set(0);
    TornadoExecutionPlan.PLAYED_TASKS.set(0);
  }

  @AfterEach
  void close() throws Exception {
    TornadoExecutionPlan.playsNothing = false;
    ints.close();
  }

  private static KernelRun run(KernelRuns runs, DeviceBlock from, DeviceBlock to, int at) {
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {8});
    int[] some = new int[IntBlocks.LENGTH];
    return new KernelRun(runs, List.of(from, to), space, new Object[] {at, some, some}, List.of());
  }

  /** Runs them one by one, for some rounds. */
  private void alone(int rounds, List<KernelRun> round) throws Exception {
    for (int r = 0; r < rounds; r++) {
      for (KernelRun each : round) {
        windows.ran(each.runs().run(each));
      }
    }
  }

  private static @Nullable RecordedBatch window(KernelRun first) {
    SteadyRun known = first.known();
    return known == null ? null : known.window();
  }

  @Test
  void whatComesOneAfterTheOtherAgainAndAgainIsOneGraphWithWholeRounds() throws Exception {
    List<KernelRun> round = List.of(run(store, a, b, 3), run(load, b, c, 4), run(store, c, a, 9));
    alone(ROUNDS, round);
    RecordedBatch window = Objects.requireNonNull(window(round.get(0)));
    assertThat(window.size()).isEqualTo(3);
    assertThat(window(round.get(1))).isNull();
    assertThat(window(round.get(2))).isNull();

    int[] expectedA = ints.elements(a);
    int[] expectedB = ints.elements(b);
    int[] expectedC = ints.elements(c);
    System.arraycopy(expectedA, 0, expectedB, 5, 8);
    System.arraycopy(expectedB, 6, expectedC, 0, 8);
    System.arraycopy(expectedC, 0, expectedA, 2, 8);
    List<KernelRun> changed = List.of(run(store, a, b, 5), run(load, b, c, 6), run(store, c, a, 2));
    for (int place = 0; place < 3; place++) {
      assertThat(window.has(place, changed.get(place))).isTrue();
    }
    long played = TornadoExecutionPlan.PLAYED.get();
    long tasks = TornadoExecutionPlan.PLAYED_TASKS.get();
    window.run(changed);
    windows.ranTogether(window);
    assertThat(TornadoExecutionPlan.PLAYED.get()).isEqualTo(played + 1);
    assertThat(TornadoExecutionPlan.PLAYED_TASKS.get()).isEqualTo(tasks + 3);
    assertThat(ints.elements(a)).isEqualTo(expectedA);
    assertThat(ints.elements(b)).isEqualTo(expectedB);
    assertThat(ints.elements(c)).isEqualTo(expectedC);
  }

  @Test
  void runsThatAreNeverRecordedAreFollowedByNothing() throws Exception {
    KernelRun first = run(store, a, b, 3);
    alone(1, List.of(first, run(load, b, c, 4)));
    assertThat(Objects.requireNonNull(first.known()).next()).isNull();
  }

  @Test
  void oneRunAgainAndAgainIsAWindowOfSeveral() throws Exception {
    KernelRun only = run(store, a, b, 3);
    alone(ROUNDS, List.of(only));
    RecordedBatch window = Objects.requireNonNull(window(only));
    assertThat(window.size()).isEqualTo(RecordedBatches.MOST_RUNS);
    List<KernelRun> others = new ArrayList<>();
    for (int r = 0; r < window.size(); r++) {
      others.add(run(store, a, b, 20 + r));
    }
    int[] expected = ints.elements(b);
    for (int r = 0; r < window.size(); r++) {
      System.arraycopy(ints.elements(a), 0, expected, 20 + r, 8);
    }
    window.run(others);
    assertThat(ints.elements(b)).isEqualTo(expected);
    assertThat(window.has(0, run(store, b, a, 3))).as("other memory").isFalse();
    assertThat(window.has(0, run(load, a, b, 3))).as("another kernel").isFalse();
  }

  @Test
  void aReadOfTheHostAfterEachRoundEndsAWindowThere() throws Exception {
    List<KernelRun> round = List.of(run(store, a, b, 3), run(load, b, c, 4));
    for (int r = 0; r < ROUNDS; r++) {
      alone(1, round);
      windows.interrupted();
    }
    assertThat(window(round.get(1))).isNull();
    assertThat(Objects.requireNonNull(window(round.get(0))).size()).isEqualTo(2);
  }

  @Test
  void whatIsFollowedNowByThisAndNowByThatIsNoWindow() throws Exception {
    KernelRun first = run(store, a, b, 3);
    for (int r = 0; r < 4 * ROUNDS; r++) {
      alone(1, List.of(first, run(r % 2 == 0 ? load : store, b, c, 4)));
    }
    assertThat(window(first)).isNull();
  }

  @Test
  void whatTakesLongIsInNoWindow() throws Exception {
    windows = new RecordedBatches(on.target(), LEAST_FOLLOWED, /* shortNanos= */ 1);
    KernelRun only = run(store, a, b, 3);
    alone(ROUNDS, List.of(only));
    SteadyRun known = Objects.requireNonNull(only.known());
    for (int r = 0; r < ROUNDS; r++) {
      known.took(1);
      windows.ran(known);
    }
    assertThat(known.window()).isNull();
    known.took(0);
    windows.ran(known);
    assertThat(known.window()).isNotNull();
  }

  @Test
  void whatTheDriverDoesNotPlayTogetherRunsOneByOne() throws Exception {
    KernelRun only = run(store, a, b, 3);
    alone(LEAST_RUNS + 2, List.of(only));
    TornadoExecutionPlan.playsNothing = true;
    SteadyRun known = Objects.requireNonNull(only.known());
    for (int r = 0; r < ROUNDS; r++) {
      windows.ran(known);
    }
    TornadoExecutionPlan.playsNothing = false;
    alone(ROUNDS, List.of(only));
    assertThat(window(only)).isNull();
  }
}
