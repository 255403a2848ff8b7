package dev.slipstream.benchmarks;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.List;
import java.util.Map;

/**
 * The cost of the runtime itself for each of many loops that depend on the one before and whose
 * work ends immediately: processor time and memory of each thread. Run by {@code main}; {@code
 * -Dspins=N} sets how often the executor polls before it sleeps, {@code -Doutstanding=N} how many
 * horizons may be pending, {@code -Drounds=N} how many thousands of loops are measured. {@code java
 * -cp benchmarks.jar dev.slipstream.benchmarks.RuntimeOverhead}
 */
public final class RuntimeOverhead {
  private static final int LOOPS = 1000;
  private static final int ROUNDS = Integer.getInteger("rounds", 100);
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private record NoWork() implements Work {}

  /** Lanes whose jobs end immediately. */
  private static final class NoLanes implements StepLanes, LaneBackend<Step> {
    private final LaneGroup group = LaneGroup.of("none", 1, 16);

    @Override
    public JobPlacement placement(Instruction instruction) {
      return JobPlacement.on(group);
    }

    @Override
    public Lanes<Step> open(HeapArrays arrays) {
      return new Lanes<>(new InlineWork<>(job -> {}), Map.of(group, this));
    }

    @Override
    public void start(Job<Step> job) {
      job.completed();
    }

    @Override
    public void cancel(Throwable cause) {
      // Nothing to do: no job is ever in flight.
    }

    @Override
    public void close() {
      // Nothing to release.
    }
  }

  private RuntimeOverhead() {}

  /** Prints the figures of all threads. */
  public static void main(String[] args) {
    ExecutorOptions usual = ExecutorOptions.USUAL;
    ExecutorOptions executor =
        new ExecutorOptions(
            usual.handOver(),
            usual.openJobs(),
            Integer.getInteger("spins", usual.spins()),
            usual.stuckAfter(),
            usual.drain());
    InstructionOptions instructions =
        InstructionOptions.of(1, NodeTopology.of(1, false, NodeTopology.UNLIMITED))
            .with(InstructionOptions.Contiguity.BUFFER);
    int outstanding = Integer.getInteger("outstanding", 4);
    NodeOptions options =
        new NodeOptions(instructions, StepHorizons.USUAL, outstanding, executor, TraceSink.OFF)
            .withManySteps(OrderedSteps.MANY);
    try (NodeStream stream = new NodeStream(options, new NoLanes(), Log.none())) {
      Coherence coherence = new Coherence(stream);
      rounds(stream, coherence);
      long[] ids = THREADS.getAllThreadIds();
      long[] times = THREADS.getThreadCpuTime(ids);
      long[] bytes = THREADS.getThreadAllocatedBytes(ids);
      long began = System.nanoTime();
      rounds(stream, coherence);
      System.out.printf("%8.2f µs for each loop%n", each(System.nanoTime() - began));
      long[] timesAfter = THREADS.getThreadCpuTime(ids);
      long[] bytesAfter = THREADS.getThreadAllocatedBytes(ids);
      for (int t = 0; t < ids.length; t++) {
        ThreadInfo thread = THREADS.getThreadInfo(ids[t]);
        double micros = each(timesAfter[t] - times[t]);
        if (thread != null && micros >= 0.1) {
          System.out.printf(
              "%8.2f µs and %,6.0f bytes of %s%n",
              micros, each(bytesAfter[t] - bytes[t]) * 1e3, thread.getThreadName());
        }
      }
    }
  }

  private static double each(long sum) {
    return sum / 1e3 / LOOPS / ROUNDS;
  }

  private static void rounds(NodeStream stream, Coherence coherence) {
    for (int round = 0; round < ROUNDS; round++) {
      round(stream, coherence);
    }
  }

  private static void round(NodeStream stream, Coherence coherence) {
    double[] from = new double[1000];
    double[] to = new double[1000];
    for (int loop = 0; loop < LOOPS; loop++) {
      submit(stream, coherence, from, to);
      double[] swapped = from;
      from = to;
      to = swapped;
    }
    coherence.reads(from);
  }

  private static void submit(NodeStream stream, Coherence coherence, double[] from, double[] to) {
    coherence.submit(
        List.of(new LoopArray(to, true), new LoopArray(from, false)),
        buffers -> {
          Work work = new NoWork();
          List<BufferAccess> accesses =
              List.of(
                  new BufferAccess(buffers.apply(to), AccessMode.WRITE, fixed(1, 999)),
                  new BufferAccess(buffers.apply(from), AccessMode.READ, fixed(0, 1000)));
          Geometry geometry = Geometry.of(Box.of(0, 998), Splitting.WHOLE);
          List<Object> arrays = List.of(buffers.view(to), buffers.view(from));
          stream.submit("Bench.loop:1", geometry, accesses, arrays, work);
          return work;
        });
  }

  private static RangeMapper fixed(int from, int to) {
    return new RangeMapper.Fixed(Region.of(Box.of(from, to)));
  }
}
