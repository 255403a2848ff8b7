package dev.slipstream.runtime.observation;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.Pipeline;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.observation.GraphStatistics.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class GraphMetersTest {
  private static final int STEPS = 10_000;
  private static final int CELLS = 4_096;
  private static final int BYTES = CELLS * 8;

  private final Metrics metrics = new Metrics();

  private Pipeline.Parts counted(InstructionOptions options, String... devices) {
    Pipeline.Parts parts = new Pipeline.Parts();
    StreamMeters meters = metrics.graphs().stream(List.of(devices));
    parts.instructions = options;
    parts.listener = meters::submitted;
    parts.window = window -> new Counted(window, meters);
    parts.trace = meters.sink(Instruction.class::cast);
    return parts;
  }

  private static InstructionOptions options(int devices, long budget) {
    return InstructionOptions.of(1, NodeTopology.of(devices, true, budget))
        .with(InstructionOptions.Contiguity.BUFFER);
  }

  private static void heat(Pipeline program, Buffer first, Buffer second) {
    for (int step = 0; step < STEPS; step++) {
      program.loop(
          "Heat.step:12",
          CELLS,
          new BufferAccess(step % 2 == 0 ? first : second, AccessMode.READ, around(1)),
          new BufferAccess(step % 2 == 0 ? second : first, AccessMode.WRITE, oneToOne()));
    }
  }

  @Test
  void tenThousandStepsCopyTheFirstUploadAndTheFinalDownloadOnly() {
    try (Pipeline program = new Pipeline(counted(options(1, Long.MAX_VALUE), "opencl:0"))) {
      Buffer u = program.array(CELLS);
      heat(program, u, program.array(CELLS));
      program.read(new BufferAccess(u, AccessMode.READ, all()));
      assertThat(metrics.graphs().statistics().memories())
          .containsExactly(new Memory("opencl:0", true, 2 * BYTES, 2 * BYTES));
    }
    GraphStatistics counted = metrics.graphs().statistics();
    assertThat(counted.traffic().uploaded()).isEqualTo(BYTES);
    assertThat(counted.traffic().downloaded()).isEqualTo(BYTES);
    assertThat(counted.traffic().exchanged() + counted.traffic().resized()).isZero();
    assertThat(counted.traffic().kernels()).isEqualTo(STEPS);
    assertThat(counted.submitted()).isEqualTo(STEPS + 1);
    assertThat(counted.loops()).isEqualTo(STEPS);
    assertThat(counted.executed()).isEqualTo(STEPS + 1);
    assertThat(counted.mostHorizons()).isBetween(1L, 6L);
    assertThat(counted.mostTasks()).isBetween(4L, 100L);
    assertThat(counted.memories()).containsExactly(new Memory("opencl:0", true, 0, 2 * BYTES));
    assertThat(counted.kernels()).hasSize(1);
    assertThat(counted.kernels().get(0).loop()).isEqualTo("Heat.step:12");
    assertThat(counted.kernels().get(0).device()).isEqualTo("opencl:0");
    assertThat(counted.kernels().get(0).runs()).isEqualTo(STEPS);
  }

  @Test
  void theMetersCanBeReadFromTheRegistry() {
    try (Pipeline program = new Pipeline(counted(options(2, Long.MAX_VALUE), "opencl:0"))) {
      heat(program, program.array(CELLS), program.array(CELLS));
    }
    assertThat(bytes("host to device")).isEqualTo(BYTES + 2 * 8);
    assertThat(bytes("device to device")).as("borders").isEqualTo(2.0 * 8 * (STEPS - 1));
    assertThat(bytes("device to host")).isZero();
    for (String device : List.of("opencl:0", "device 1")) {
      assertThat(
              metrics
                  .registry()
                  .get("slipstream.graph.kernel")
                  .tags("loop", "Heat.step:12", "device", device)
                  .functionTimer()
                  .count())
          .isEqualTo(STEPS);
      assertThat(
              metrics
                  .registry()
                  .get("slipstream.memory.most")
                  .tags("memory", device)
                  .gauge()
                  .value())
          .isPositive();
    }
    assertThat(metrics.registry().get("slipstream.window.horizons.most").gauge().value())
        .isPositive();
    assertThat(metrics.registry().get("slipstream.tasks.submitted").functionCounter().count())
        .isEqualTo(STEPS);
  }

  private double bytes(String direction) {
    return metrics
        .registry()
        .get("slipstream.graph.bytes")
        .tags("direction", direction)
        .functionCounter()
        .count();
  }

  @Test
  void whatIsCopiedBecauseMemoryIsShortIsCountedForItself() {
    try (Pipeline program = new Pipeline(counted(options(1, 2 * BYTES)))) {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 4; i++) {
          program.loop(
              "Fill.all:3",
              CELLS,
              new BufferAccess(program.array(CELLS), AccessMode.WRITE, oneToOne()));
        }
      }
    }
    GraphStatistics counted = metrics.graphs().statistics();
    assertThat(counted.traffic().spilled()).isEqualTo(6L * BYTES);
    assertThat(counted.traffic().uploaded()).isZero();
    assertThat(counted.mostDeviceBytes()).isEqualTo(2L * BYTES);
    assertThat(counted.memories()).extracting(Memory::name).containsExactly("device 0", "host");
    assertThat(counted.memories()).extracting(Memory::used).containsOnly(0L);
  }

  @Test
  void whatIsFreedOfABufferThatIsForgottenIsAsMuchAsWasAllocated() {
    InstructionOptions options = InstructionOptions.of(1, NodeTopology.of(1, true));
    try (Pipeline program = new Pipeline(counted(options))) {
      for (int i = 0; i < 100; i++) {
        Buffer array = program.array(CELLS);
        program.loop("Fill.all:3", CELLS, new BufferAccess(array, AccessMode.READ_WRITE, all()));
        program.read(new BufferAccess(array, AccessMode.READ, all()));
        program.forget(array);
      }
    }
    GraphStatistics counted = metrics.graphs().statistics();
    assertThat(counted.memories()).extracting(Memory::used).containsExactly(0L);
    assertThat(counted.mostDeviceBytes()).isLessThan(10L * BYTES);
    assertThat(counted.traffic().uploaded()).isEqualTo(100L * BYTES);
    assertThat(counted.traffic().downloaded()).isEqualTo(100L * BYTES);
  }

  /** A window that counts how much is pending, and waits, like the stream of a node. */
  private record Counted(SubmissionWindow window, StreamMeters meters) implements SubmissionWindow {
    @Override
    public boolean isFull(Fill fill) {
      meters.pending(fill);
      return window.isFull(fill);
    }

    @Override
    public Optional<TaskId> nextReached() {
      return window.nextReached();
    }

    @Override
    public TaskId awaitReached(Fill fill) {
      long start = System.nanoTime();
      TaskId task = window.awaitReached(fill);
      meters.waited(System.nanoTime() - start);
      return task;
    }
  }

  /** A window that lets kernels continue once the program waits for them. */
  private record Opening(SubmissionWindow window, CountDownLatch waits)
      implements SubmissionWindow {
    @Override
    public boolean isFull(Fill fill) {
      return window.isFull(fill);
    }

    @Override
    public Optional<TaskId> nextReached() {
      return window.nextReached();
    }

    @Override
    public TaskId awaitReached(Fill fill) {
      waits.countDown();
      return window.awaitReached(fill);
    }
  }

  @Test
  void aProgramThatWaitsForItsLoopsIsCounted() {
    Pipeline.Parts parts = counted(options(1, Long.MAX_VALUE));
    parts.horizons = StepHorizons.of(1, 1);
    parts.threads = 1;
    CountDownLatch waits = new CountDownLatch(1);
    UnaryOperator<SubmissionWindow> counted = parts.window;
    parts.window = window -> counted.apply(new Opening(window, waits));
    parts.work =
        job -> {
          if (job.work() instanceof Instruction.Kernel) {
            waits.await();
          }
        };
    try (Pipeline program = new Pipeline(parts)) {
      Buffer array = program.array(CELLS);
      for (int i = 0; i < 20; i++) {
        program.loop("Slow.loop:1", 1, new BufferAccess(array, AccessMode.READ_WRITE, oneToOne()));
      }
    }
    GraphStatistics statistics = metrics.graphs().statistics();
    assertThat(statistics.waits()).isPositive();
    assertThat(statistics.waitedNanos()).isPositive();
    assertThat(statistics.kernels().get(0).runs()).isEqualTo(20);
    assertThat(statistics.executed()).isEqualTo(20);
  }

  /**
   * A sink that passes everything on as if all jobs had been issued immediately and each had taken
   * a microsecond.
   */
  private record OneByOne(TraceSink sink, AtomicLong ends) implements TraceSink {
    @Override
    public void submitted(Job<?> job, long nanos) {
      sink.submitted(job, 0);
    }

    @Override
    public void issued(Job<?> job, long nanos) {
      sink.issued(job, 0);
    }

    @Override
    public void completed(Job<?> job, long nanos) {
      sink.completed(job, 1_000 * ends.incrementAndGet());
    }
  }

  @Test
  void whatALaneDoesBeforeAKernelIsNotTheKernelsTime() {
    Pipeline.Parts parts = counted(options(1, Long.MAX_VALUE));
    parts.threads = 1;
    parts.trace = new OneByOne(parts.trace, new AtomicLong());
    try (Pipeline program = new Pipeline(parts)) {
      Buffer array = program.array(CELLS);
      program.loop("Fill.all:3", CELLS, new BufferAccess(array, AccessMode.READ_WRITE, all()));
      program.read(new BufferAccess(array, AccessMode.READ, all()));
    }
    GraphStatistics counted = metrics.graphs().statistics();
    assertThat(counted.traffic().uploaded()).as("before the kernel").isEqualTo(BYTES);
    assertThat(counted.kernels().get(0).nanos()).isEqualTo(1_000);
  }

  @Test
  void twoStreamsOfARunAreCountedTogether() {
    for (int i = 0; i < 2; i++) {
      try (Pipeline program = new Pipeline(counted(options(1, Long.MAX_VALUE)))) {
        heat(program, program.array(CELLS), program.array(CELLS));
      }
    }
    assertThat(metrics.graphs().statistics().executed()).isEqualTo(2 * STEPS);
    assertThat(metrics.graphs().statistics().traffic().uploaded()).isEqualTo(2 * BYTES);
  }

  @Test
  void aStreamThatIsOverIsForgottenWhenTheNextOneStarts() {
    List<String> caughtUp = new ArrayList<>();
    List<AtomicBoolean> ends = new ArrayList<>();
    for (String name : List.of("first", "second", "third")) {
      ends.forEach(end -> end.set(true));
      AtomicBoolean isOver = new AtomicBoolean();
      ends.add(isOver);
      metrics.graphs().stream(List.of()).countedAfter(isOver::get, () -> caughtUp.add(name));
    }
    metrics.graphs().statistics();
    assertThat(caughtUp).containsExactly("third");
  }

  @Test
  void withoutAStreamNothingIsCountedAndNoRegistryIsMade() {
    assertThat(metrics.graphs().statistics()).isSameAs(GraphStatistics.NONE);
  }
}
