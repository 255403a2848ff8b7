package dev.slipstream.benchmarks;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionGraph;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;

/**
 * The cost of a loop in the graphs of a rank, by the number of ranks. Nothing runs and no message
 * is sent, but messages are counted. A stencil exchanges rows with two neighbours; a matrix that is
 * multiplied by itself goes to all ranks. With {@code slipstream.mode=spmd} every rank has this
 * cost; it is measured for one in the middle, which has two neighbours. {@code ./slipstream bench
 * scheduler}
 */
public final class SchedulerCost {
  private static final int ROWS = 4096;
  private static final int WIDTH = 1024;
  private static final int LOOPS = 400;
  private static final int ROUNDS = Integer.getInteger("rounds", 15);
  private static final List<Integer> RANKS = List.of(1, 4, 16, 64);

  /** What a chunk of rows reads; it always writes its own rows. */
  private enum Shape {
    STENCIL,
    PRODUCT;

    Box read(Box rows) {
      return this == PRODUCT
          ? Box.of(0, (long) ROWS * WIDTH)
          : Box.of(Math.max(0, rows.min0() - 1) * WIDTH, Math.min(ROWS, rows.max0() + 1) * WIDTH);
    }
  }

  /** The microseconds of processor time for each loop. */
  private record Cost(double dividing, double graphs, double messages) {}

  /** The graphs of a rank. */
  private static final class OneRank implements SubmissionWindow {
    private final int ranks;
    private final Shape shape;
    private final List<Buffer> buffers = new ArrayList<>();
    private final Queue<TaskId> reached = new ArrayDeque<>();
    private final Geometry geometry = Geometry.of(Box.of(0, ROWS), Splitting.ROWS);
    private final CommandGraph commands;
    private final InstructionGraph instructions;
    private final TaskGraph tasks;
    private long messages;
    private int loops;

    /**
     * @param replicated whether every rank runs the program; this rank is then one in the middle
     */
    OneRank(int ranks, Shape shape, boolean replicated) {
      this.ranks = ranks;
      this.shape = shape;
      Box domain = Box.of(0, (long) ROWS * WIDTH);
      for (int b = 0; b < 2; b++) {
        buffers.add(
            new Buffer(
                new BufferId(b),
                "array " + b,
                domain,
                replicated ? InitialContents.ON_EVERY_NODE : InitialContents.ON_FIRST_NODE,
                new ElementSize(Float.BYTES, true)));
      }
      NodeId self = new NodeId(replicated ? ranks / 2 : 0);
      commands = new CommandGraph(self, CommandOptions.of(ranks), GraphRecorder.off());
      instructions =
          new InstructionGraph(
              self,
              InstructionOptions.of(ranks, NodeTopology.of(1, false, NodeTopology.UNLIMITED))
                  .with(InstructionOptions.Contiguity.WHOLE)
                  .withoutLookahead(),
              GraphRecorder.off(),
              pilot -> messages++);
      tasks = new TaskGraph(StepHorizons.USUAL, this, GraphRecorder.off(), this::submitted);
    }

    private void submitted(Task task) {
      for (Vertex<Command> command : commands.generate(task)) {
        for (Vertex<Instruction> vertex : instructions.generate(command)) {
          if (vertex.payload() instanceof Instruction.Mark mark) {
            commands.reached(mark.task().id());
            instructions.reached(mark.task().id());
          }
        }
      }
      if (!(task instanceof WorkTask)) {
        reached.add(task.id());
      }
    }

    @Override
    public Optional<TaskId> nextReached() {
      return Optional.ofNullable(reached.poll());
    }

    /**
     * Returns what each rank reads and writes, and whether no rank accesses elements that another
     * one writes.
     */
    List<ChunkElements> divided() {
      List<Box> chunks = new EvenSplitter().split(geometry, ranks);
      List<Region> reads = new ArrayList<>();
      List<Region> writes = new ArrayList<>();
      for (Box rows : chunks) {
        reads.add(Region.of(shape.read(rows)));
        writes.add(Region.of(Box.of(rows.min0() * WIDTH, rows.max0() * WIDTH)));
      }
      ChunkElements written = new ChunkElements(chunks, writes);
      if (written.meetsOthers(written)) {
        throw new IllegalStateException("ranks write the same elements");
      }
      return List.of(new ChunkElements(chunks, reads), written);
    }

    void submit(List<ChunkElements> elements) {
      Buffer from = buffers.get(loops % 2);
      Buffer to = buffers.get(1 - loops % 2);
      loops++;
      List<BufferAccess> accesses =
          List.of(
              new BufferAccess(from, AccessMode.READ, elements.get(0)),
              new BufferAccess(to, AccessMode.WRITE, elements.get(1)));
      BufferUses uses = new BufferUses(accesses, geometry.space());
      List<Box> chunks = ranks == 1 ? List.of() : elements.get(0).chunks();
      tasks.submit(id -> new LoopTask(id, "loop", geometry, uses, chunks));
    }
  }

  private SchedulerCost() {}

  /** Returns the processor time of this thread, which other work of the machine does not affect. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static Cost measure(int ranks, Shape shape, boolean replicated) {
    double dividing = Double.MAX_VALUE;
    double graphs = Double.MAX_VALUE;
    double messages = 0;
    for (int round = 0; round < ROUNDS; round++) {
      OneRank rank = new OneRank(ranks, shape, replicated);
      List<List<ChunkElements>> divided = new ArrayList<>(LOOPS);
      long began = processorTime();
      for (int loop = 0; loop < LOOPS; loop++) {
        divided.add(rank.divided());
      }
      long between = processorTime();
      divided.forEach(rank::submit);
      long ended = processorTime();
      dividing = Math.min(dividing, (between - began) / 1e3 / LOOPS);
      graphs = Math.min(graphs, (ended - between) / 1e3 / LOOPS);
      messages = (double) rank.messages / LOOPS;
    }
    return new Cost(dividing, graphs, messages);
  }

  /** Prints the tables; each figure is the fastest of several rounds. */
  public static void main(String[] args) {
    for (Shape shape : Shape.values()) {
      measure(RANKS.get(1), shape, /* replicated= */ false);
    }
    print("rank 0, slipstream.mode=master", /* replicated= */ false);
    print("any rank, slipstream.mode=spmd", /* replicated= */ true);
  }

  private static void print(String title, boolean replicated) {
    System.out.printf(
        "%s%n%-8s %5s %12s %12s %12s%n",
        title, "", "ranks", "divide, µs", "graphs, µs", "messages");
    for (Shape shape : Shape.values()) {
      for (int ranks : RANKS) {
        Cost cost = measure(ranks, shape, replicated);
        System.out.printf(
            Locale.ROOT,
            "%-8s %5d %12.2f %12.2f %12.2f%n",
            shape.name().toLowerCase(Locale.ROOT),
            ranks,
            cost.dividing,
            cost.graphs,
            cost.messages);
      }
    }
  }
}
