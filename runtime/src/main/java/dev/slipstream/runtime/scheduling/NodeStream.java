package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.Completion;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.execution.Pauses;
import dev.slipstream.runtime.execution.WaitEstimate;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HeldArrays;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.observation.StreamMeters;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The stream of what the program submits, on a node that runs the program. Here it becomes tasks,
 * and each node of the run processes them: the others are told, or run the program as well. Used by
 * one thread at a time, which the lock of {@link dev.slipstream.runtime.coherence.Coherence}
 * ensures.
 */
public final class NodeStream implements BufferStream, AutoCloseable {
  private static final Geometry ONCE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  private final HeapArrays heap = new HeapArrays();
  private final StepLanes lanes;
  private final TaskPipeline pipeline;

  /** What the pipeline does, in order. */
  private final OrderedSteps steps;

  private final boolean hasLookahead;
  private final Pauses pauses = new Pauses();

  private final OtherNodes others;
  private final Map<BufferId, WaitEstimate> visits = new HashMap<>();
  private final HeldArrays held;

  /** The buffers that represent objects which one host task may use at a time. */
  private final IdentityHashMap<Object, Buffer> turns = new IdentityHashMap<>();

  private final TaskGraph tasks;
  private long buffers;

  /** Starts the executor of a single node. */
  public NodeStream(NodeOptions options, StepLanes lanes, Log log) {
    this(options, lanes, OtherNodes.NONE, log);
  }

  /**
   * Starts the executor.
   *
   * @param others the other nodes of the run
   */
  public NodeStream(NodeOptions options, StepLanes lanes, OtherNodes others, Log log) {
    this.others = others;
    this.lanes = lanes;
    ReachedTasks reached =
        new ReachedTasks(
            options.mostOutstanding(), this::flush, this::executed, options.meters(), log);
    StreamMeters meters = options.meters();
    held = new HeldArrays(reached, options.heapBytes());
    pipeline =
        new TaskPipeline(
            others.self(), options, lanes, heap, others::announce, others.together(reached), log);
    hasLookahead = options.instructions().lookahead();
    steps = new OrderedSteps("slipstream-commands", options.manySteps(), pipeline::failed);
    others.abortsWith(pipeline::abort);
    tasks =
        new TaskGraph(
            held.horizons(options.horizons()),
            held,
            options.recorders().tasks(),
            task -> {
              meters.submitted(task);
              held.submitted(task);
              others.submitted(task, pipeline);
              steps.execute(() -> pipeline.submitted(task));
            });
  }

  /** As the next method, for a loop that the graphs divide. */
  public void submit(
      String name, Geometry geometry, List<BufferAccess> accesses, List<Object> arrays, Work work) {
    submit(name, geometry, List.of(), accesses, arrays, work);
  }

  /**
   * Submits a loop. Waits while too much is pending.
   *
   * @param name the loop: class, method and line
   * @param geometry its iterations
   * @param chunks the part of each node; empty if the graphs divide it
   * @param accesses its accesses to buffers
   * @param arrays the arrays of the buffers; they are kept until the loop was executed
   * @param work what it computes
   * @return the task that it has become
   * @throws dev.slipstream.runtime.execution.ExecutionFailedException if the run has failed
   * @throws dev.slipstream.runtime.graph.instruction.MemoryShortageException if it needs more
   *     memory at the same time than a device has; nothing further can be submitted then. If
   *     another thread makes the commands, the run fails instead
   */
  public TaskId submit(
      String name,
      Geometry geometry,
      List<Box> chunks,
      List<BufferAccess> accesses,
      List<Object> arrays,
      Work work) {
    BufferUses uses = new BufferUses(accesses, geometry.space());
    held.announce(uses);
    return tasks
        .submit(
            id -> {
              announce(id, Optional.of(work), List.copyOf(arrays));
              return new LoopTask(id, name, geometry, uses, chunks);
            })
        .id();
  }

  /**
   * Submits a host task. Each node runs its own part of it, or none. Waits while too much is
   * pending.
   *
   * @param name its name in messages
   * @param chunks the part of each node, from the first one on
   * @param accesses its accesses to buffers
   * @param arrays the arrays of the buffers; they are kept until the task was executed
   * @param inTurn objects that one task may use at a time, in the order of submission; kept as long
   *     as this stream
   * @param work what this node runs
   */
  public void submit(
      String name,
      List<Box> chunks,
      List<BufferAccess> accesses,
      List<Object> arrays,
      List<Object> inTurn,
      HostCodeWork work) {
    Geometry geometry = Geometry.of(Box.of(0, chunks.size()), Splitting.WHOLE);
    List<BufferAccess> all = new ArrayList<>(accesses);
    for (Object object : inTurn) {
      all.add(turn(object, chunks));
    }
    BufferUses uses = new BufferUses(all, geometry.space());
    held.announce(uses);
    tasks.submit(
        id -> {
          announce(id, Optional.of(work), List.copyOf(arrays));
          return new HostTask(id, name, geometry, reach(), uses, chunks);
        });
    flush();
  }

  private void announce(TaskId task, Optional<Work> work, List<Object> arrays) {
    steps.execute(() -> pipeline.announce(task, work, arrays));
  }

  /** An access that orders the tasks that use an object; each node has one element for it. */
  private BufferAccess turn(Object object, List<Box> chunks) {
    Buffer known = turns.get(object);
    if (known == null) {
      byte[] elements = new byte[others.nodes()];
      known = create(elements);
      turns.put(object, known);
      heap.keep(known.id(), elements);
    }
    List<Region> regions = chunks.stream().map(Region::of).toList();
    return new BufferAccess(known, AccessMode.READ_WRITE, new ChunkElements(chunks, regions));
  }

  /**
   * Makes everything that is submitted later wait for what was submitted before.
   *
   * @return is over when everything before is executed on this node
   */
  public Arrival barrier() {
    return new Left(completion(tasks.addEpoch(MarkTask.Kind.BARRIER)));
  }

  /**
   * Makes the run fail as soon as nothing completes on devices for some time, although something
   * runs there. Any thread may call this.
   *
   * @param patience the time
   * @param cause the reason
   */
  public void limitWaits(Duration patience, Throwable cause) {
    pipeline.limitWaits(patience, cause);
  }

  /** Lifts the limit on waits. Any thread may call this. */
  public void endLimitOfWaits() {
    pipeline.endLimitOfWaits();
  }

  /**
   * Announces that something is about to be submitted. Has an effect after a pause only: lanes that
   * get jobs are awake while submissions follow each other, and others that wait for jobs beside
   * them would disturb them. Any thread may call this.
   */
  public void expect() {
    if (pauses.isOver()) {
      pipeline.expect();
    }
  }

  @Override
  public Buffer create(Object array) {
    BufferId id = new BufferId(buffers++);
    heap.add(id, array);
    Buffer buffer =
        new Buffer(
            id,
            text(array) + " " + id,
            Box.of(0, Array.getLength(array)),
            others.isReplicated() ? InitialContents.ON_EVERY_NODE : InitialContents.ON_FIRST_NODE,
            ElementSize.of(array));
    others.created(buffer, array);
    return buffer;
  }

  /** Text for messages, for example {@code float[4096]}. */
  private static String text(Object array) {
    String type = array.getClass().getSimpleName();
    int brackets = type.indexOf('[');
    return type.substring(0, brackets + 1) + Array.getLength(array) + type.substring(brackets + 1);
  }

  @Override
  public long stores(BufferId buffer) {
    return heap.stores(buffer);
  }

  @Override
  public Optional<Region> storedSince(BufferId buffer, long before) {
    return heap.storedSince(buffer, before);
  }

  @Override
  public void replace(Buffer buffer, Object array) {
    heap.add(buffer.id(), array);
  }

  @Override
  public Arrival copyBack(Buffer buffer, Region part) {
    return copyBack(buffer, part, List.of());
  }

  @Override
  public Arrival copyBackAhead(Buffer buffer, Region part, Object array) {
    return copyBack(buffer, part, List.of(array));
  }

  private Arrival copyBack(Buffer buffer, Region part, List<Object> kept) {
    // Lanes for copies may have slept through a stream of loops.
    pipeline.expect();
    BufferUses uses = uses(buffer, AccessMode.READ, part);
    FenceTask fence =
        tasks.submit(
            id -> {
              if (!kept.isEmpty()) {
                announce(id, Optional.empty(), kept);
              }
              return new FenceTask(id, "a read of " + buffer.name(), reach(), uses);
            });
    Completion home = completion(fence.id());
    WaitEstimate foresight = visits.computeIfAbsent(buffer.id(), first -> new WaitEstimate());
    return new Home(home, foresight);
  }

  private record Home(Completion completion, WaitEstimate foresight) implements Arrival {
    @Override
    public void await() {
      completion.await(foresight);
    }

    @Override
    public boolean isOver() {
      return completion.isDone();
    }
  }

  @Override
  public Arrival hostWrites(Buffer buffer, Region part) {
    BufferUses uses = uses(buffer, AccessMode.WRITE, part);
    HostTask write =
        tasks.submit(id -> new HostTask(id, "a write to " + buffer.name(), ONCE, reach(), uses));
    return new Left(completion(write.id()));
  }

  /** The nodes on which host code runs. */
  private FenceTask.Reach reach() {
    return others.isReplicated() ? FenceTask.Reach.EVERY_NODE : FenceTask.Reach.FIRST_NODE;
  }

  @Override
  public Set<BufferId> knownToAll(Set<BufferId> mine) {
    return others.knownToAll(mine);
  }

  private static BufferUses uses(Buffer buffer, AccessMode mode, Region part) {
    RangeMapper mapper = new RangeMapper.Fixed(part);
    return new BufferUses(List.of(new BufferAccess(buffer, mode, mapper)), ONCE.space());
  }

  private record Left(Completion completion) implements Arrival {
    @Override
    public void await() {
      completion.await();
    }

    @Override
    public boolean isOver() {
      return completion.isDone();
    }
  }

  private Completion completion(TaskId task) {
    others.flushed();
    steps.await();
    return pipeline.completion(task);
  }

  @Override
  public CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
    Buffer target = create(copy);
    held.announce(uses(target, AccessMode.WRITE, part));
    FenceTask fence =
        tasks.submit(
            task -> {
              announce(task, Optional.empty(), List.of(array, copy));
              return new FenceTask(
                  task,
                  "a copy of " + buffer.name(),
                  reach(),
                  uses(buffer, AccessMode.READ, part),
                  Optional.of(target));
            });
    Completion completion = completion(fence.id());
    completion.whenDone(() -> heap.remove(target.id()));
    return new PendingCopy(completion);
  }

  private record PendingCopy(Completion completion) implements CopyOut {
    @Override
    public void await() {
      completion.await();
    }

    @Override
    public boolean isOver() {
      return completion.isDone();
    }

    @Override
    public void whenOver(Runnable action) {
      completion.whenDone(action);
    }
  }

  @Override
  public void forget(BufferId buffer) {
    tasks.forget(buffer);
    others.forgotten(buffer);
    steps.execute(() -> pipeline.forget(buffer));
    visits.remove(buffer);
  }

  /** How much is pending. */
  public SubmissionWindow.Fill fill() {
    return tasks.fill();
  }

  /** The number of instructions that are not yet forgotten. */
  public int liveInstructions() {
    steps.await();
    return pipeline.liveInstructions();
  }

  /**
   * Waits until everything that was submitted is complete, and ends the stream.
   *
   * @throws dev.slipstream.runtime.execution.ExecutionFailedException if the run has failed
   */
  @Override
  public void close() {
    try {
      TaskId last = tasks.addEpoch(MarkTask.Kind.SHUTDOWN);
      completion(last).await();
    } finally {
      steps.settle();
      pipeline.close();
      leftOnDevice().close();
    }
  }

  @Override
  public long lastTask() {
    return tasks.last().number();
  }

  @Override
  public LeftOnDevice leftOnDevice() {
    return lanes.leftOnDevice();
  }

  @Override
  public void flush() {
    others.flushed();
    steps.execute(pipeline::flush);
  }

  @Override
  public ExecutionFailedException abandon(Throwable cause) {
    // Pending steps may wait for the device.
    pipeline.abort(cause);
    steps.settle();
    return pipeline.abandon(cause);
  }

  private void executed(TaskId task) {
    steps.execute(() -> pipeline.executed(task));
  }

  /** Whether loops are held back until more is submitted, or until {@link #flush}. */
  public boolean holdsBack() {
    if (!hasLookahead) {
      return false;
    }
    steps.await();
    return pipeline.holdsBack();
  }
}
