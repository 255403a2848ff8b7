package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.DependencyKind;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.RecordedGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A program of a test, with its recorded task graph. */
public final class TaskProgram {
  private final RecordedGraph<Task> recorded = new RecordedGraph<>();
  private final TaskGraph graph;
  private long buffers;

  public TaskProgram() {
    this(StepHorizons.USUAL);
  }

  public TaskProgram(HorizonPolicy horizons) {
    this(horizons, SubmissionWindow.UNBOUNDED, task -> {});
  }

  public TaskProgram(HorizonPolicy horizons, SubmissionWindow window, Consumer<Task> listener) {
    graph = new TaskGraph(horizons, window, recorded, listener);
  }

  public TaskGraph graph() {
    return graph;
  }

  public RecordedGraph<Task> recorded() {
    return recorded;
  }

  public Buffer buffer(String name, long... extents) {
    return buffer(InitialContents.UNWRITTEN, name, extents);
  }

  public Buffer hostBuffer(String name, long... extents) {
    return buffer(InitialContents.ON_EVERY_NODE, name, extents);
  }

  public Buffer buffer(InitialContents contents, String name, long... extents) {
    return new Buffer(
        new BufferId(buffers++), name, Box.sized(extents), contents, new ElementSize(8, true));
  }

  public Work loop(String name, long... extents) {
    return new Work(name, Box.sized(extents));
  }

  public Work loop(String name, Box space) {
    return new Work(name, space);
  }

  public TaskId barrier() {
    return graph.addEpoch(MarkTask.Kind.BARRIER);
  }

  public TaskId shutdown() {
    return graph.addEpoch(MarkTask.Kind.SHUTDOWN);
  }

  public Optional<DependencyKind> dependency(TaskId later, TaskId earlier) {
    return recorded.dependenciesOf(later.number()).stream()
        .filter(edge -> edge.on() == earlier.number())
        .map(RecordedGraph.Edge::kind)
        .findAny();
  }

  public Set<TaskId> dependenciesOf(TaskId task) {
    Set<TaskId> on = new TreeSet<>();
    recorded.dependenciesOf(task.number()).forEach(edge -> on.add(new TaskId(edge.on())));
    return on;
  }

  public List<TaskId> horizons() {
    return recorded.payloads().values().stream()
        .filter(task -> task instanceof MarkTask mark && !mark.isEpoch())
        .map(Task::id)
        .toList();
  }

  /** A task that is not submitted yet. */
  public final class Work {
    private final String name;
    private final Box space;
    private final List<BufferAccess> accesses = new ArrayList<>();
    private long granularity0 = 1;
    private long granularity1 = 1;
    private Splitting splitting = Splitting.ROWS;

    private Work(String name, Box space) {
      this.name = name;
      this.space = space;
    }

    public Work read(Buffer buffer, RangeMapper mapper) {
      accesses.add(new BufferAccess(buffer, AccessMode.READ, mapper));
      return this;
    }

    public Work write(Buffer buffer, RangeMapper mapper) {
      accesses.add(new BufferAccess(buffer, AccessMode.WRITE, mapper));
      return this;
    }

    public Work readWrite(Buffer buffer, RangeMapper mapper) {
      return access(buffer, AccessMode.READ_WRITE, mapper);
    }

    public Work access(Buffer buffer, AccessMode mode, RangeMapper mapper) {
      accesses.add(new BufferAccess(buffer, mode, mapper));
      return this;
    }

    public Work split(Splitting wanted) {
      splitting = wanted;
      return this;
    }

    public Work granularity(long on0, long on1) {
      granularity0 = on0;
      granularity1 = on1;
      return this;
    }

    private BufferUses uses() {
      return new BufferUses(accesses, space);
    }

    private Geometry geometry() {
      return new Geometry(space, granularity0, granularity1, splitting);
    }

    public TaskId submit() {
      return graph.submit(id -> new LoopTask(id, name, geometry(), uses())).id();
    }

    public TaskId onMaster() {
      return graph.submit(id -> new HostTask(id, name, geometry(), uses())).id();
    }

    /** Submits a fence with a snapshot into another buffer. */
    public TaskId fence(FenceTask.Reach reach, Buffer copy) {
      return graph.submit(id -> new FenceTask(id, name, reach, uses(), Optional.of(copy))).id();
    }

    public TaskId fence(FenceTask.Reach reach) {
      return graph.submit(id -> new FenceTask(id, name, reach, uses())).id();
    }
  }
}
