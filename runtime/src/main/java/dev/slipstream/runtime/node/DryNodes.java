package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.instruction.DryRun;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import dev.slipstream.runtime.observation.DryRunStatistics;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;

/**
 * Simulates what several nodes, each with one device, would exchange if they shared the loops of
 * the program, which would run with its arrays on the first of them. It is told of the program's
 * loops and accesses while these run as usual. An error in here ends the dry run and nothing else.
 * Thread-safe.
 */
public final class DryNodes {
  private static final Geometry ONCE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  private final int nodes;
  private final Log log;
  private final CommandOptions cluster;
  private final DryRun run;
  private final Window window = new Window();
  private final TaskGraph tasks;
  private final Map<BufferId, Buffer> buffers = new HashMap<>();
  private long loops;
  private long divided;
  private boolean broken;

  /**
   * @param nodes the number of nodes, at least 1
   * @param extensions how loops are divided among them
   */
  public DryNodes(int nodes, Extensions extensions, Log log) {
    this.nodes = nodes;
    this.log = log;
    cluster = extensions.commands(nodes);
    run =
        new DryRun(
            cluster, extensions.instructions(nodes, NodeTopology.of(1, /* direct= */ false)));
    tasks =
        new TaskGraph(
            extensions.horizons(),
            window,
            GraphRecorder.off(),
            task -> {
              run.submitted(task);
              window.submitted(task);
            });
  }

  /** A window in which horizons are executed as soon as they are created. */
  private static final class Window implements SubmissionWindow {
    private final Queue<TaskId> reached = new ArrayDeque<>();

    void submitted(Task task) {
      if (!(task instanceof WorkTask)) {
        reached.add(task.id());
      }
    }

    @Override
    public Optional<TaskId> nextReached() {
      return Optional.ofNullable(reached.poll());
    }
  }

  /** The program has created a buffer, whose array is on the first node. */
  void created(Buffer buffer) {
    attempt(
        () ->
            buffers.put(
                buffer.id(),
                new Buffer(
                    buffer.id(),
                    buffer.name(),
                    buffer.domain(),
                    InitialContents.ON_FIRST_NODE,
                    buffer.size())));
  }

  /** No code will use a buffer any more. */
  void forgotten(BufferId buffer) {
    attempt(
        () -> {
          tasks.forget(buffer);
          run.forget(buffer);
          buffers.remove(buffer);
        });
  }

  /** The program reads a part of an array. */
  void reads(Buffer buffer, Region part) {
    attempt(
        () -> {
          BufferUses uses = uses(buffer, AccessMode.READ, part);
          tasks.submit(
              id ->
                  new FenceTask(
                      id, "a read of " + buffer.name(), FenceTask.Reach.FIRST_NODE, uses));
        });
  }

  /** The program writes to a part of an array. */
  void writes(Buffer buffer, Region part) {
    attempt(
        () -> {
          BufferUses uses = uses(buffer, AccessMode.WRITE, part);
          tasks.submit(id -> new HostTask(id, "a write to " + buffer.name(), ONCE, uses));
        });
  }

  private BufferUses uses(Buffer buffer, AccessMode mode, Region part) {
    BufferAccess access = new BufferAccess(own(buffer), mode, new RangeMapper.Fixed(part));
    return new BufferUses(List.of(access), ONCE.space());
  }

  private Buffer own(Buffer buffer) {
    return buffers.getOrDefault(buffer.id(), buffer);
  }

  /**
   * The program submits a loop.
   *
   * @param divisions the ways to divide it, the best one first
   * @param bufferOf the buffer of each of its arrays
   * @param used these arrays, in the order of the launch's accesses
   */
  void submitted(
      String loop,
      Launch launch,
      List<Division> divisions,
      Function<Object, Buffer> bufferOf,
      List<LoopArray> used) {
    attempt(
        () -> {
          Optional<DividedLaunch> shared = Optional.empty();
          boolean fits = DividedLaunch.fitsMessages(launch);
          for (int d = 0; d < divisions.size() && fits && shared.isEmpty(); d++) {
            shared = DividedLaunch.of(divisions.get(d), launch, cluster.splitter(), nodes);
          }
          Optional<DividedLaunch> found = shared.map(some -> some.joined(launch));
          Geometry geometry = Submission.geometry(launch, found);
          List<BufferAccess> accesses =
              Submission.accesses(launch, found, array -> own(bufferOf.apply(array)), used);
          BufferUses uses = new BufferUses(accesses, geometry.space());
          tasks.submit(id -> new LoopTask(id, loop, geometry, uses));
          loops++;
          divided += found.isPresent() ? 1 : 0;
        });
  }

  private synchronized void attempt(Runnable action) {
    if (broken) {
      return;
    }
    try {
      action.run();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
      broken = true;
      log.warn(
          "the dry run of "
              + nodes
              + " nodes has ended early, and counts the loops up to then: "
              + FailureReason.of(failure));
    }
  }

  /** The figures up to now. */
  public synchronized DryRunStatistics statistics() {
    return new DryRunStatistics(loops, divided, run.traffic());
  }
}
