package dev.slipstream.benchmarks;

import dev.slipstream.agent.installation.MappedLoop;
import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.benchmarks.compiled.Submission;
import dev.slipstream.benchmarks.loop.FloatLoop;
import dev.slipstream.benchmarks.loop.NestedStencil;
import dev.slipstream.benchmarks.loop.Saxpy;
import dev.slipstream.benchmarks.loop.Stencil;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.compiler.mapper.ArrayMapper;
import dev.slipstream.compiler.mapper.IndexBox;
import dev.slipstream.compiler.mapper.LoopMappers;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.task.BufferAccess;
import dev.slipstream.runtime.task.Chunk;
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

/** What the 64 chunks of a task read and write, by the mappers that are inferred from its loop. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MapperBenchmark {
  private static final int CHUNKS = 64;

  /** Which loop. */
  @Param({"SAXPY", "STENCIL", "NESTED_STENCIL"})
  public Program program;

  private LoopKernel kernel;
  private Submission submission;
  private LoopMappers mappers;
  private List<IndexBox> parts;
  private final List<Chunk> chunks = new ArrayList<>();
  private final List<BufferAccess> accesses = new ArrayList<>();

  /** The loops whose mappers are evaluated. */
  public enum Program {
    /** {@link Saxpy}. */
    SAXPY(Saxpy.class),
    /** {@link Stencil}. */
    STENCIL(Stencil.class),
    /** {@link NestedStencil}. */
    NESTED_STENCIL(NestedStencil.class);

    private final Class<? extends FloatLoop> type;

    Program(Class<? extends FloatLoop> type) {
      this.type = type;
    }
  }

  /** Takes the loop. */
  @Setup(Level.Trial)
  public void take() {
    CompiledLoops loops = CompiledLoops.of(program.type, () -> 0);
    kernel = loops.kernel();
    int elements = 4096 * FloatLoop.WIDTH;
    submission = loops.submission(0.5f, new float[elements], new float[elements]);
    mappers = derivation();
    parts = mappers.chunks(CHUNKS);
    if (parts.size() != CHUNKS) {
      throw new IllegalStateException("the loop has " + parts.size() + " chunks");
    }
    MappedLoop loop = new MappedLoop(mappers, /* tiles= */ false);
    long number = 0;
    for (ArrayMapper array : mappers.arrays()) {
      Box domain = MappedLoop.domain(array.shape());
      Buffer buffer =
          new Buffer(new BufferId(number++), array.name(), domain, InitialContents.ON_EVERY_NODE);
      accesses.addAll(loop.accesses(array, buffer));
    }
    Box space = loop.geometry().space();
    int first = mappers.split().loops().get(0);
    for (IndexBox part : parts) {
      chunks.add(new Chunk(space.with(0, part.min(first), part.max(first)), space));
    }
  }

  /** The boxes of all chunks. */
  @Benchmark
  public void boxes(Blackhole sink) {
    for (IndexBox part : parts) {
      for (ArrayMapper array : mappers.arrays()) {
        sink.consume(array.reads().map(part));
        sink.consume(array.writes().map(part));
      }
    }
  }

  /** The regions of all chunks, as the graphs take them: disjoint, in their canonical form. */
  @Benchmark
  public void regions(Blackhole sink) {
    for (Chunk chunk : chunks) {
      for (BufferAccess access : accesses) {
        sink.consume(access.region(chunk));
      }
    }
  }

  /** Finding the mappers of one execution, once before it is divided. */
  @Benchmark
  public LoopMappers derivation() {
    return kernel.mappers(submission.start(), submission.captures()).orElseThrow();
  }
}
