package dev.slipstream.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.fixture.LongTests;
import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.MemoryShortageException;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.UsualMappers;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeStreamTest {
  private static final RangeMapper OWN = new UsualMappers.OneToOne();
  private static final RangeMapper AROUND =
      new UsualMappers.Neighbourhood(1, 0, 0, UsualMappers.Shape.BOX);
  private static final RangeMapper ALL = new UsualMappers.All();

  /** An array of a loop. */
  private record Use(int[] array, AccessMode mode, RangeMapper mapper) {}

  /** A node with its own memories, and the rules of coherence. */
  private static final class Machine implements AutoCloseable {
    final MemoryNode node;
    final NodeStream stream;
    final HostArrays hosts = new HostArrays(length -> {}, Log.none());
    final Coherence coherence;

    Machine(int devices, long budget) {
      this(devices, budget, /* lookahead= */ true);
    }

    Machine(int devices, long budget, boolean lookahead) {
      this(devices, budget, lookahead, 0);
    }

    Machine(int devices, long budget, boolean lookahead, int manySteps) {
      node = new MemoryNode(devices);
      InstructionOptions options =
          InstructionOptions.of(1, NodeTopology.of(devices, devices == 2, budget))
              .with(InstructionOptions.Contiguity.BUFFER);
      stream =
          new NodeStream(
              new NodeOptions(
                      lookahead ? options : options.withoutLookahead(),
                      StepHorizons.of(4, 16),
                      4,
                      ExecutorOptions.USUAL,
                      TraceSink.OFF)
                  .withManySteps(manySteps),
              node,
              Log.none());
      hosts.connect(stream, List.of());
      coherence = hosts.coherence();
    }

    CompletableFuture<Object> snapshot(int[] array) {
      return hosts.snapshot(array, 0, array.length);
    }

    void loop(int iterations, MemoryNode.IntWork work, Use... uses) {
      List<LoopArray> arrays =
          Arrays.stream(uses).map(use -> new LoopArray(use.array, use.mode.produces())).toList();
      coherence.submit(
          arrays,
          buffers -> {
            List<BufferAccess> accesses = new ArrayList<>();
            for (Use use : uses) {
              accesses.add(new BufferAccess(buffers.apply(use.array), use.mode, use.mapper));
            }
            Geometry geometry = Geometry.of(Box.of(0, iterations), Splitting.ROWS);
            stream.submit("Test.loop:1", geometry, accesses, arraysOf(uses), work);
            return accesses;
          });
    }

    private static List<Object> arraysOf(Use... uses) {
      return Arrays.stream(uses).<Object>map(Use::array).toList();
    }

    @Override
    public void close() {
      stream.close();
    }
  }

  private static Use read(int[] array, RangeMapper mapper) {
    return new Use(array, AccessMode.READ, mapper);
  }

  private static Use write(int[] array) {
    return new Use(array, AccessMode.WRITE, OWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 32, OrderedSteps.NEVER})
  void tenThousandStepsOverTwoArraysCopyEachInOnceAndTheResultOutOnce(int manySteps) {
    int size = 64;
    int[] from = new int[size];
    int[] to = new int[size];
    int[] plain = new int[size];
    from[size / 2] = plain[size / 2] = 1_000_000;
    long mostTasks = 0;
    long mostInstructions = 0;
    MemoryNode node;
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED, false, manySteps)) {
      node = machine.node;
      for (int step = 0; step < 10_000; step++) {
        machine.loop(size, NodeStreamTest::smooth, write(to), read(from, AROUND));
        int[] swapped = from;
        from = to;
        to = swapped;
        plain = smoothed(plain);
        mostTasks = Math.max(mostTasks, machine.stream.fill().liveTasks());
        if (step % 50 == 0) {
          mostInstructions = Math.max(mostInstructions, machine.stream.liveInstructions());
        }
      }
      machine.coherence.reads(from);
      assertThat(from).isEqualTo(plain);
      assertThat(node.uploaded()).isEqualTo(size);
      assertThat(node.downloaded()).isEqualTo(size);
      assertThat(node.allocations()).isEqualTo(2);
    }
    assertThat(mostTasks).isLessThan(200);
    assertThat(mostInstructions).isLessThan(400);
    assertThat(node.memories()).isZero();
  }

  private static void smooth(long i, List<MemoryNode.View> arrays) {
    long left = i == 0 ? 0 : arrays.get(1).get(i - 1);
    long right = i == 63 ? 0 : arrays.get(1).get(i + 1);
    arrays.get(0).set(i, (int) ((left + 2L * arrays.get(1).get(i) + right) / 4));
  }

  private static int[] smoothed(int[] old) {
    int[] next = new int[old.length];
    for (int i = 0; i < old.length; i++) {
      long left = i == 0 ? 0 : old[i - 1];
      long right = i == old.length - 1 ? 0 : old[i + 1];
      next[i] = (int) ((left + 2L * old[i] + right) / 4);
    }
    return next;
  }

  /** A finalizable holder that reads an array after all other references were dropped. */
  private static final class LastLook {
    private final Coherence coherence;
    private final int[] array;
    private final CountDownLatch begin;
    private final CompletableFuture<Integer> seen;

    LastLook(
        Coherence coherence, int[] array, CountDownLatch begin, CompletableFuture<Integer> seen) {
      this.coherence = coherence;
      this.array = array;
      this.begin = begin;
      this.seen = seen;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal", "Finalize"})
    protected void finalize() throws Throwable {
      begin.await();
      coherence.reads(array);
      seen.complete(array[3]);
    }
  }

  /** Counts in two arrays twice, reads both in between, and drops the second one. */
  private static WeakReference<int[]> countInBoth(
      Machine machine,
      int[] kept,
      long millis,
      CountDownLatch begin,
      CompletableFuture<Integer> seen)
      throws InterruptedException {
    int[] gone = new int[64];
    for (int round = 0; round < 2; round++) {
      machine.loop(64, NodeStreamTest::count, new Use(kept, AccessMode.READ_WRITE, OWN));
      machine.loop(64, NodeStreamTest::count, new Use(gone, AccessMode.READ_WRITE, OWN));
      if (round == 0) {
        machine.coherence.reads(kept);
        machine.coherence.reads(gone);
      }
    }
    machine.stream.flush();
    Thread.sleep(millis);
    LastLook last = new LastLook(machine.coherence, gone, begin, seen);
    return new WeakReference<>(last.array);
  }

  @Test
  void aFinalizerSeesWhatLoopsHaveWrittenToAnArrayThatIsAskedForWithOthers() throws Exception {
    int[] kept = new int[64];
    boolean collected = false;
    // While a loop still holds the array, its finalizer may begin, and hold it forever.
    for (int attempt = 0; !collected && attempt < 20; attempt++) {
      CountDownLatch begin = new CountDownLatch(1);
      CompletableFuture<Integer> seen = new CompletableFuture<>();
      try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
        WeakReference<int[]> gone = countInBoth(machine, kept, 100L * attempt, begin, seen);
        for (int tries = 0; gone.get() != null && tries < 20; tries++) {
          System.gc();
          Thread.sleep(10);
        }
        collected = gone.get() == null;
        machine.coherence.reads(kept);
        begin.countDown();
        GarbageCollection.until("a finalizer to have seen its array", seen::isDone);
        assertThat(seen).isCompletedWithValue(2);
      }
    }
    assertThat(collected).isTrue();
  }

  @Test
  void aHundredThousandTinyLoopsKeepTheGraphsSmall() {
    int[] sum = new int[1];
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      long most = 0;
      for (int i = 0; i < 100_000; i++) {
        machine.loop(
            1,
            (k, arrays) -> arrays.get(0).set(0, arrays.get(0).get(0) + 1),
            new Use(sum, AccessMode.READ_WRITE, OWN));
        most = Math.max(most, machine.stream.fill().liveTasks());
      }
      machine.coherence.reads(sum);
      assertThat(most).isLessThan(200);
    }
    assertThat(sum).containsExactly(100_000);
  }

  @Test
  void arraysOfWhichNothingIsKeptGiveTheirMemoryBack() throws Exception {
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      for (int i = 0; i < 400; i++) {
        assertThat(written(machine)).isEqualTo(99);
      }
      GarbageCollection.until(
          "three quarters of the arrays' memories to be given back",
          () -> {
            assertThat(written(machine)).isEqualTo(99);
            return machine.node.memories() <= 100;
          });
    }
  }

  /** The last value that a loop has written to its own array. */
  private static int written(Machine machine) {
    int[] own = new int[100];
    machine.loop(100, (j, arrays) -> arrays.get(0).set(j, (int) j), write(own));
    machine.coherence.reads(own);
    return own[99];
  }

  @Test
  void aCopyOfEachStepCostsTheCopyAndLeavesTheProgramsArraysAlone() throws Exception {
    int size = 64;
    int steps = 200;
    int[] a = new int[size];
    List<CompletableFuture<Object>> copies = new ArrayList<>();
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      for (int step = 0; step < steps; step++) {
        machine.loop(size, NodeStreamTest::count, new Use(a, AccessMode.READ_WRITE, OWN));
        copies.add(machine.snapshot(a));
      }
      for (int step = 0; step < steps; step++) {
        assertThat((int[]) copies.get(step).get(60, TimeUnit.SECONDS)).containsOnly(step + 1);
      }
      assertThat(a).containsOnly(0);
      assertThat(machine.node.uploaded()).isEqualTo(size);
      assertThat(machine.node.downloaded()).isEqualTo((long) steps * size);
      machine.coherence.reads(a);
      assertThat(a).containsOnly(steps);
    }
  }

  @Test
  void aCopyOfSomeElementsMovesThoseAlone() throws Exception {
    int[] a = new int[64];
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      machine.loop(64, (i, arrays) -> arrays.get(0).set(i, (int) i), write(a));
      CompletableFuture<Object> copy = machine.hosts.snapshot(a, 10, 14);
      machine.loop(64, (i, arrays) -> arrays.get(0).set(i, -1), write(a));

      int[] copied = (int[]) copy.get(60, TimeUnit.SECONDS);
      assertThat(Arrays.copyOfRange(copied, 10, 14)).containsExactly(10, 11, 12, 13);
      assertThat(machine.node.downloaded()).isEqualTo(4);
      machine.coherence.reads(a);
      assertThat(a).containsOnly(-1);
    }
  }

  private static void count(long i, List<MemoryNode.View> arrays) {
    arrays.get(0).set(i, arrays.get(0).get(i) + 1);
  }

  @Test
  void aCopyHasTheElementsThatOnlyTheHostHas() throws Exception {
    int[] a = {1, 2, 3, 4, 5, 6, 7, 8};
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      machine.loop(4, (i, arrays) -> arrays.get(0).set(i, 10 * (int) i), write(a));
      CompletableFuture<Object> copy = machine.snapshot(a);
      machine.hosts.writes(a);
      Arrays.fill(a, -1);

      assertThat((int[]) copy.get(60, TimeUnit.SECONDS)).containsExactly(0, 10, 20, 30, 5, 6, 7, 8);
      assertThat(a).containsOnly(-1);
    }
  }

  @Test
  void theSubmittingThreadDoesNotWaitForACopyAndWhatDependsOnItRunsInAThreadOfTheProgram()
      throws Exception {
    int[] a = new int[8];
    CountDownLatch mayRun = new CountDownLatch(1);
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      machine.loop(
          8,
          (i, arrays) -> {
            awaitQuietly(mayRun);
            arrays.get(0).set(i, 7);
          },
          write(a));
      CompletableFuture<Object> copy = machine.snapshot(a);
      CompletableFuture<Boolean> ofRuntime =
          copy.thenApply(values -> RuntimeThreads.made(Thread.currentThread()));
      assertThat(copy).isNotDone();
      mayRun.countDown();

      assertThat((int[]) copy.get(60, TimeUnit.SECONDS)).containsOnly(7);
      assertThat(ofRuntime.get(60, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void lanesKnowAnArrayUntilAllHasRunThatWasSubmittedBeforeItWasForgotten() {
    int[] a = new int[8];
    int[] b = new int[8];
    CountDownLatch go = new CountDownLatch(1);
    List<Boolean> known = Collections.synchronizedList(new ArrayList<>());
    try (Machine machine = new Machine(1, NodeTopology.UNLIMITED)) {
      Buffer buffer = machine.stream.create(a);
      machine.stream.submit(
          "Test.loop:1",
          Geometry.of(Box.of(0, 1), Splitting.ROWS),
          List.of(new BufferAccess(buffer, AccessMode.READ, ALL)),
          List.of(a),
          (MemoryNode.IntWork)
              (i, arrays) -> {
                awaitQuietly(go);
                known.add(machine.node.heap().array(buffer.id()).isPresent());
              });
      machine.stream.flush();
      machine.stream.forget(buffer.id());
      go.countDown();
      for (int step = 0; step < 50; step++) {
        machine.loop(
            8,
            (i, arrays) -> arrays.get(0).set(i, arrays.get(0).get(i) + 1),
            new Use(b, AccessMode.READ_WRITE, OWN));
      }
      machine.coherence.reads(b);

      assertThat(b).containsOnly(50);
      assertThat(known).containsExactly(true);
      assertThat(machine.node.heap().array(buffer.id())).isEmpty();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theCopyOfAResultThatIsLostCompletesWithTheError() {
    Machine machine = new Machine(1, NodeTopology.UNLIMITED);
    int[] a = new int[8];
    CountDownLatch submitted = new CountDownLatch(1);
    machine.loop(
        8,
        (i, arrays) -> {
          awaitQuietly(submitted);
          throw new IllegalStateException("the device is on fire");
        },
        write(a));
    submitted.countDown();
    CompletableFuture<Object> copy = machine.snapshot(a);
    assertThatThrownBy(() -> copy.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SlipstreamException.class)
        .hasMessageContaining("Test.loop:1 on device 0")
        .hasRootCauseMessage("the device is on fire");
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }

  @Test
  void aKernelThatFailsIsReportedWhereItsResultIsRead() {
    Machine machine = new Machine(1, NodeTopology.UNLIMITED);
    int[] a = new int[8];
    CountDownLatch submitted = new CountDownLatch(1);
    machine.loop(
        8,
        (i, arrays) -> {
          awaitQuietly(submitted);
          throw new IllegalStateException("the device is on fire");
        },
        write(a));
    submitted.countDown();
    assertThatThrownBy(() -> machine.coherence.reads(a))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("Test.loop:1 on device 0")
        .hasRootCauseMessage("the device is on fire");
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }

  @Test
  void aLoopThatAnotherThreadCannotScheduleIsReportedWhereItsResultIsRead() {
    Machine machine = new Machine(1, /* budget= */ 100, /* lookahead= */ false);
    int[] a = new int[1000];
    machine.loop(1000, (i, arrays) -> arrays.get(0).set(i, 1), write(a));
    assertThatThrownBy(() -> machine.coherence.reads(a))
        .isInstanceOf(SlipstreamException.class)
        .hasRootCauseInstanceOf(MemoryShortageException.class);
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }

  @Test
  void aLoopThatItsOwnThreadCannotScheduleIsReportedWhereItIsSubmitted() {
    int[] a = new int[1000];
    try (Machine machine = new Machine(1, /* budget= */ 100, false, OrderedSteps.NEVER)) {
      assertThatThrownBy(() -> machine.loop(1000, (i, arrays) -> arrays.get(0).set(i, 1), write(a)))
          .isInstanceOf(MemoryShortageException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCopyThatFailsIsSaidWithItsArrayItsWayAndTheLoopThatNeedsIt(boolean lookahead) {
    requireNamed(
        lookahead,
        Instruction.Copy.class,
        "int[8] B0 [0, 8) from heap to device 0, for Test.loop:1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAllocationThatFailsIsSaidWithItsSizeItsArrayAndTheLoopThatNeedsIt(boolean lookahead) {
    requireNamed(
        lookahead,
        Instruction.Allocate.class,
        "32 bytes for ",
        "int[8] B0 on device 0, for Test.loop:1");
  }

  private static void requireNamed(
      boolean lookahead, Class<? extends Instruction> kind, String... texts) {
    Machine machine = new Machine(1, NodeTopology.UNLIMITED, lookahead);
    machine.node.breakAll(kind);
    int[] a = new int[8];
    machine.loop(8, (i, arrays) -> arrays.get(0).set(i, 1), new Use(a, AccessMode.READ_WRITE, OWN));
    assertThatThrownBy(machine::close)
        .isInstanceOf(ExecutionFailedException.class)
        .hasMessageContainingAll(texts)
        .hasRootCauseMessage("the cable is cut");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void randomProgramsSeeWhatTheyWouldSeeWithoutDevices(int devices) {
    int programs = LongTests.count(30, 400);
    for (long seed = 0; seed < programs; seed++) {
      Random random = new Random(seed);
      long budget = random.nextBoolean() ? NodeTopology.UNLIMITED : 3 * 4 * 24;
      int[] manySteps = {0, 4, OrderedSteps.NEVER};
      try (Machine machine = new Machine(devices, budget, true, manySteps[(int) seed % 3])) {
        new TaskProgram(machine, random).run("devices " + devices + ", seed " + seed);
      }
    }
  }

  /** A random program, with the results that it would have without devices. */
  private static final class TaskProgram {
    private static final int ARRAYS = 5;
    private static final int LENGTH = 24;

    private final Machine machine;
    private final Random random;
    private final int[][] real = new int[ARRAYS][LENGTH];
    private final int[][] plain = new int[ARRAYS][LENGTH];
    private final List<Copied> copies = new ArrayList<>();

    TaskProgram(Machine machine, Random random) {
      this.machine = machine;
      this.random = random;
    }

    void run(String name) {
      for (int step = 0; step < 60; step++) {
        int a = random.nextInt(ARRAYS);
        int i = random.nextInt(LENGTH);
        switch (random.nextInt(9)) {
          case 0 -> {
            machine.coherence.reads(real[a]);
            assertThat(real[a]).as(name + ", step " + step).isEqualTo(plain[a]);
          }
          case 1 -> {
            machine.coherence.writes(real[a]);
            real[a][i] = plain[a][i] = random.nextInt();
          }
          case 3 -> copies.add(new Copied(machine.snapshot(real[a]), plain[a].clone()));
          case 2 -> {
            if (random.nextInt(10) == 0) {
              machine.coherence.synchronous(real[a]);
            }
          }
          default -> loop(a, (a + 1 + random.nextInt(ARRAYS - 1)) % ARRAYS);
        }
      }
      machine.coherence.fence();
      assertThat(real).as(name + ", at the end").isDeepEqualTo(plain);
      for (Copied copied : copies) {
        assertThat((int[]) copied.copy().join()).as(name + ", a copy").isEqualTo(copied.expected());
      }
    }

    /** A copy, with its expected contents. */
    private record Copied(CompletableFuture<Object> copy, int[] expected) {}

    private void loop(int written, int read) {
      int count = 1 + random.nextInt(LENGTH);
      int constant = random.nextInt(100);
      int[] old = plain[read].clone();
      switch (random.nextInt(4)) {
        case 0 -> {
          machine.loop(
              count,
              (i, arrays) -> arrays.get(0).set(i, arrays.get(1).get(i) * 3 + constant),
              write(real[written]),
              read(real[read], OWN));
          for (int i = 0; i < count; i++) {
            plain[written][i] = old[i] * 3 + constant;
          }
        }
        case 1 -> {
          machine.loop(
              count,
              (i, arrays) ->
                  arrays.get(0).set(i, arrays.get(0).get(i) ^ arrays.get(1).get(LENGTH - 1 - i)),
              new Use(real[written], AccessMode.READ_WRITE, OWN),
              read(real[read], ALL));
          for (int i = 0; i < count; i++) {
            plain[written][i] ^= old[LENGTH - 1 - i];
          }
        }
        case 2 -> {
          machine.loop(
              count,
              (i, arrays) -> {
                int left = i == 0 ? 0 : arrays.get(1).get(i - 1);
                int right = i == LENGTH - 1 ? 0 : arrays.get(1).get(i + 1);
                arrays.get(0).set(i, left - right);
              },
              write(real[written]),
              read(real[read], AROUND));
          for (int i = 0; i < count; i++) {
            plain[written][i] = (i == 0 ? 0 : old[i - 1]) - (i == LENGTH - 1 ? 0 : old[i + 1]);
          }
        }
        default -> {
          int at = random.nextInt(LENGTH);
          RangeMapper one = new RangeMapper.Fixed(Region.of(Box.of(at, at + 1)));
          machine.loop(
              count,
              (i, arrays) -> arrays.get(0).set(i, arrays.get(1).get(at) + (int) i),
              write(real[written]),
              read(real[read], one));
          for (int i = 0; i < count; i++) {
            plain[written][i] = old[at] + i;
          }
        }
      }
    }
  }
}
