package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.DecidedLoop;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.MappedAccess;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.task.BufferAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of range mappers: what the 64 chunks of a task read and write, by the mappers inferred
 * from its loop. {@code java -jar benchmarks/target/benchmarks.jar MapperBenchmark} takes less than
 * two minutes on a machine with nothing else to do.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class MapperBenchmark {
  private static final int CHUNKS = 64;
  private static final int ROWS = 4096;

  /** More starts than are remembered. */
  private static final int STARTS = 32;

  /** The measured loop. */
  @Param({"SAXPY", "STENCIL", "NESTED_STENCIL"})
  public DecidedLoop.Program program;

  private DecidedLoop loop;
  private LoopMappers mappers;
  private Division mapped;
  private int later;
  private final List<Box> parts = new ArrayList<>();
  private final List<Chunk> chunks = new ArrayList<>();
  private final List<Buffer> buffers = new ArrayList<>();

  /** Takes the loop. */
  @Setup(Level.Trial)
  public void take() {
    loop = DecidedLoop.of(program, ROWS);
    mappers = found();
    mapped = mappers.division(/* tiles= */ false);
    Box space = mapped.geometry().space();
    for (Box box : new EvenSplitter().split(mapped.geometry(), CHUNKS)) {
      chunks.add(new Chunk(box, space));
      parts.addAll(mapped.iterations(box));
    }
    if (parts.size() != CHUNKS) {
      throw new IllegalStateException("the loop has " + parts.size() + " chunks");
    }
    for (ArrayMapper array : mappers.arrays()) {
      Box domain = array.shape().domain();
      buffers.add(
          new Buffer(
              new BufferId(buffers.size()),
              array.name(),
              domain,
              InitialContents.ON_EVERY_NODE,
              new ElementSize(8, true)));
    }
  }

  /** The boxes of all chunks. */
  @Benchmark
  public void boxes(Blackhole sink) {
    for (Box part : parts) {
      for (ArrayMapper array : mappers.arrays()) {
        sink.consume(array.reads().map(part));
        sink.consume(array.writes().map(part));
      }
    }
  }

  /** The regions of all chunks in the form that graphs take: disjoint, canonical boxes. */
  @Benchmark
  public void regions(Blackhole sink) {
    List<BufferAccess> accesses = new ArrayList<>();
    for (int a = 0; a < buffers.size(); a++) {
      for (MappedAccess access : mapped.accesses(mappers.arrays().get(a))) {
        accesses.add(new BufferAccess(buffers.get(a), access.mode(), access.mapper()));
      }
    }
    for (Chunk chunk : chunks) {
      for (BufferAccess access : accesses) {
        sink.consume(access.region(chunk));
      }
    }
  }

  /** Looks up the mappers of an execution whose shape an earlier one had. */
  @Benchmark
  public LoopMappers found() {
    return loop.kernel()
        .mappers(loop.submission().start(), loop.submission().captures())
        .orElseThrow();
  }

  /** Derives the mappers of an execution of a new shape. */
  @Benchmark
  public LoopMappers derivation() {
    later = (later + 1) % STARTS;
    return loop.kernel()
        .mappers(loop.submission().start() + later, loop.submission().captures())
        .orElseThrow();
  }
}
