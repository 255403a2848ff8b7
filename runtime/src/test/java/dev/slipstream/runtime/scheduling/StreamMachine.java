package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.UsualMappers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A node with its own memories, its stream, and the rules of coherence. */
final class StreamMachine implements AutoCloseable {
  static final RangeMapper OWN = new UsualMappers.OneToOne();
  static final RangeMapper AROUND = new UsualMappers.Neighbourhood(1, 0, 0, UsualMappers.Shape.BOX);
  static final RangeMapper ALL = new UsualMappers.All();

  /** An array of a loop. */
  record Use(int[] array, AccessMode mode, RangeMapper mapper) {}

  final MemoryNode node;
  final NodeStream stream;
  final HostArrays hosts = new HostArrays(length -> {}, Log.none());
  final Coherence coherence;

  StreamMachine(int devices, long budget) {
    this(devices, budget, /* lookahead= */ true);
  }

  StreamMachine(int devices, long budget, boolean lookahead) {
    this(devices, budget, lookahead, 0);
  }

  StreamMachine(int devices, long budget, boolean lookahead, int manySteps) {
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

  static Use read(int[] array, RangeMapper mapper) {
    return new Use(array, AccessMode.READ, mapper);
  }

  static Use write(int[] array) {
    return new Use(array, AccessMode.WRITE, OWN);
  }

  static void count(long i, List<MemoryNode.View> arrays) {
    arrays.get(0).set(i, arrays.get(0).get(i) + 1);
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
