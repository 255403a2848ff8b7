package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.checkpoint.Checkpoints;
import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.Completion;
import dev.slipstream.runtime.execution.Executor;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.execution.TraceSinks;
import dev.slipstream.runtime.execution.WaitEstimate;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.Dependency;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionGraph;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.Diagnostics;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HeldArrays;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.TaskPlacement;
import dev.slipstream.runtime.graph.task.WorkTask;
import dev.slipstream.runtime.observation.GraphRecorders;
import dev.slipstream.runtime.observation.StreamMeters;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The way of everything that is submitted on the one node of a run: tasks, commands, instructions,
 * jobs. The submitting thread goes all of it; the executor's thread takes the jobs. Used by one
 * thread at a time, as the lock of {@link dev.slipstream.runtime.coherence.Coherence} sees to.
 */
public final class NodeStream implements BufferStream, AutoCloseable {
  private static final Geometry ONCE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  /**
   * What belongs to a loop, or to a fence that copies, until its instructions are issued.
   *
   * @param work what a loop computes
   * @param arrays its arrays, which are not to be collected before it was executed
   */
  private record Submitted(Optional<Work> work, List<Object> arrays) {
    private static final Submitted NOTHING = new Submitted(Optional.empty(), List.of());

    /** What a device is to compute. */
    Optional<Work> on(int device) {
      return work.isPresent() && work.get() instanceof DeviceWork all
          ? Optional.of(all.at(device))
          : work;
    }
  }

  /** A buffer that is named no more, and the last task that may have named it. */
  private record Forgotten(BufferId buffer, TaskId last) {}

  private final HeapArrays heap = new HeapArrays();
  private final Deque<Forgotten> forgotten = new ArrayDeque<>();
  private final CommandGraph commands;
  private final Checkpoints checkpoints;
  private final InstructionGraph instructions;
  private final StepLanes lanes;
  private final Executor<Step> executor;
  private final TreeMap<TaskId, Submitted> loops = new TreeMap<>();
  private final Map<TaskId, Completion> completions = new HashMap<>();
  private final Map<BufferId, WaitEstimate> visits = new HashMap<>();
  private final HeldArrays held;
  private final TaskGraph tasks;
  private long buffers;

  /** The last task for which instructions were made. */
  private @Nullable TaskId newest;

  /** Starts the executor. */
  public NodeStream(NodeOptions options, StepLanes lanes, Log log) {
    NodeId self = new NodeId(0);
    GraphRecorders recorders = options.recorders();
    commands = new CommandGraph(self, options.commands(), Diagnostics.OFF, recorders.commands());
    checkpoints = new Checkpoints(options.checkpoints());
    instructions =
        new InstructionGraph(
            self,
            options.instructions().with(placed(options.instructions().scheduling())),
            recorders.instructions(),
            NodeStream::alone);
    if (checkpoints.isOn()) {
      instructions.onMark(checkpoints::planned);
    }
    this.lanes = lanes;
    ReachedTasks reached =
        new ReachedTasks(
            options.mostOutstanding(), this::flush, this::executed, options.meters(), log);
    StreamMeters meters = options.meters();
    held = new HeldArrays(reached, options.heapBytes());
    executor =
        Executor.start(
            lanes.open(heap),
            options.executor(),
            reached,
            new TraceSinks(
                List.of(options.trace(), meters.sink(work -> ((Step) work).instruction())), log),
            Ticker.SYSTEM);
    tasks =
        new TaskGraph(
            held.horizons(options.horizons()),
            held,
            Diagnostics.OFF,
            recorders.tasks(),
            task -> {
              meters.submitted(task);
              held.submitted(task);
              submitted(task);
            });
  }

  /** Where the work says it, and where a policy says it else. */
  private SchedulingPolicy placed(SchedulingPolicy others) {
    return (task, chunk, devices) -> {
      Work work = loops.getOrDefault(task.id(), Submitted.NOTHING).work().orElse(null);
      return work instanceof DeviceWork placed && placed.byPlace().size() == 1
          ? placed.first()
          : others.device(task, chunk, devices);
    };
  }

  private static void alone(Object pilot) {
    throw new IllegalStateException("there is no other node to tell of " + pilot);
  }

  /**
   * Submits a loop. Waits while too much is pending.
   *
   * @param name the loop: class, method and line
   * @param geometry its iterations
   * @param accesses what it does with buffers
   * @param arrays the arrays of the buffers; they are kept until the loop was executed
   * @param work what it computes
   * @throws dev.slipstream.runtime.execution.ExecutionFailedException if the run has failed
   * @throws dev.slipstream.runtime.graph.instruction.MemoryShortageException if it needs more
   *     memory at once than a device has; nothing further can be submitted then
   */
  public void submit(
      String name, Geometry geometry, List<BufferAccess> accesses, List<Object> arrays, Work work) {
    BufferUses uses = new BufferUses(accesses, List.of(), geometry.space());
    held.announce(uses);
    tasks.submit(
        id -> {
          loops.put(id, new Submitted(Optional.of(work), List.copyOf(arrays)));
          return new LoopTask(id, name, geometry, uses);
        });
  }

  /** Something is about to be submitted. By any thread. */
  public void expect() {
    executor.expect();
  }

  @Override
  public Buffer create(Object array) {
    BufferId id = new BufferId(buffers++);
    heap.add(id, array);
    return new Buffer(
        id,
        text(array) + " " + id,
        Box.of(0, Array.getLength(array)),
        InitialContents.ON_EVERY_NODE,
        ElementSize.of(array));
  }

  /** For messages, {@code float[4096]}. */
  private static String text(Object array) {
    String type = array.getClass().getSimpleName();
    int brackets = type.indexOf('[');
    return type.substring(0, brackets + 1) + Array.getLength(array) + type.substring(brackets + 1);
  }

  @Override
  public void replace(Buffer buffer, Object array) {
    heap.add(buffer.id(), array);
  }

  @Override
  public Arrival bringHome(Buffer buffer, Region part) {
    return bringHome(buffer, part, List.of());
  }

  @Override
  public Arrival bringHomeAhead(Buffer buffer, Region part, Object array) {
    return bringHome(buffer, part, List.of(array));
  }

  private Arrival bringHome(Buffer buffer, Region part, List<Object> kept) {
    expect();
    BufferUses uses = uses(buffer, AccessMode.READ, part);
    FenceTask fence =
        tasks.submit(
            id -> {
              if (!kept.isEmpty()) {
                loops.put(id, new Submitted(Optional.empty(), kept));
              }
              return new FenceTask(
                  id, "a look at " + buffer.name(), FenceTask.Reach.EVERY_NODE, uses, List.of());
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
        tasks.submit(
            id ->
                new HostTask(
                    id,
                    "a write to " + buffer.name(),
                    new TaskPlacement.MasterNode(),
                    ONCE,
                    uses,
                    List.of()));
    return arrival(write.id());
  }

  private static BufferUses uses(Buffer buffer, AccessMode mode, Region part) {
    RangeMapper mapper = new RangeMapper.Fixed(part);
    return new BufferUses(List.of(new BufferAccess(buffer, mode, mapper)), List.of(), ONCE.space());
  }

  private Arrival arrival(TaskId task) {
    return completion(task)::await;
  }

  private Completion completion(TaskId task) {
    flush();
    Completion completion = completions.remove(task);
    if (completion == null) {
      throw new IllegalStateException(task + " has become no job");
    }
    return completion;
  }

  @Override
  public CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
    Buffer target = create(copy);
    held.announce(uses(target, AccessMode.WRITE, part));
    FenceTask fence =
        tasks.submit(
            task -> {
              loops.put(task, new Submitted(Optional.empty(), List.of(array, copy)));
              return new FenceTask(
                  task,
                  "a copy of " + buffer.name(),
                  FenceTask.Reach.EVERY_NODE,
                  uses(buffer, AccessMode.READ, part),
                  List.of(),
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
    commands.forget(buffer);
    issue(instructions.forget(buffer));
    visits.remove(buffer);
    if (newest != null) {
      // Kernels before that may still read what devices hold of it.
      forgotten.add(new Forgotten(buffer, newest));
    } else {
      heap.remove(buffer);
    }
  }

  /** How much is pending. */
  public SubmissionWindow.Fill fill() {
    return tasks.fill();
  }

  /** How many instructions are known. */
  public int liveInstructions() {
    return instructions.live().size();
  }

  /**
   * Lets everything complete that was submitted, and ends.
   *
   * @throws dev.slipstream.runtime.execution.ExecutionFailedException if the run has failed
   */
  @Override
  public void close() {
    try {
      TaskId last = tasks.addEpoch(MarkTask.Kind.SHUTDOWN);
      arrival(last).await();
    } finally {
      executor.close();
    }
  }

  private void submitted(Task task) {
    List<Vertex<Command>> made = commands.generate(task);
    checkpoints.generated(task, commands);
    for (Vertex<Command> command : made) {
      issue(instructions.generate(command));
    }
    newest = task.id();
    if (instructions.heldBack() == 0) {
      dropIssued();
    }
  }

  @Override
  public void flush() {
    issue(instructions.flush());
    dropIssued();
  }

  /** Whether loops wait for what is submitted after them, or for {@link #flush}. */
  public boolean holdsBack() {
    return instructions.heldBack() > 0;
  }

  /** From now on jobs hold the arrays: the next horizon may be far away. */
  private void dropIssued() {
    if (newest != null) {
      loops.headMap(newest, true).clear();
    }
  }

  private void issue(List<Vertex<Instruction>> batch) {
    String[] reasons = new String[batch.size()];
    String reason = "";
    // What was held back may be for several tasks; of each, what it needs comes before it.
    for (int i = reasons.length - 1; i >= 0; i--) {
      Optional<WorkTask> task = Step.task(batch.get(i).payload());
      reason = task.isPresent() ? task.get().name() : reason;
      reasons[i] = reason;
    }
    for (int i = 0; i < reasons.length; i++) {
      issue(batch.get(i), reasons[i]);
    }
  }

  private void issue(Vertex<Instruction> vertex, String reason) {
    Instruction instruction = vertex.payload();
    Submitted loop = Submitted.NOTHING;
    Optional<Work> work = Optional.empty();
    if (instruction instanceof Instruction.Kernel kernel) {
      loop = loops.getOrDefault(kernel.task().id(), loop);
      work = loop.on(kernel.device());
    } else if (instruction instanceof Instruction.Fence fence) {
      loop = loops.getOrDefault(fence.task().id(), loop);
    }
    Job<Step> job = job(vertex, new Step(instruction, reason, work, loop.arrays()));
    Optional<TaskId> awaited = awaited(instruction);
    if (awaited.isPresent()) {
      completions.put(
          awaited.get(),
          isMark(instruction) ? executor.submitMark(job) : executor.submitAwaited(job));
    } else {
      executor.submit(job);
    }
  }

  private Job<Step> job(Vertex<Instruction> vertex, Step step) {
    Instruction instruction = vertex.payload();
    List<Dependency<Instruction>> dependencies = vertex.dependencies();
    JobId[] before = new JobId[dependencies.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = new JobId(dependencies.get(i).on().id());
    }
    boolean needsNoLane =
        instruction instanceof Instruction.Mark
            || instruction instanceof Instruction.Fence
            || instruction instanceof Instruction.HostWork;
    return new Job<>(
        new JobId(vertex.id()),
        Step.kind(instruction),
        List.of(before),
        needsNoLane ? JobPlacement.NO_LANE : lanes.placement(instruction),
        step);
  }

  /** Who makes copies of arrays is told in the order of failures. */
  private static boolean isMark(Instruction instruction) {
    return instruction instanceof Instruction.Fence fence && fence.task().copy().isEmpty();
  }

  /** For which task somebody waits who is told the end of an instruction. */
  private static Optional<TaskId> awaited(Instruction instruction) {
    if (instruction instanceof Instruction.Fence fence) {
      return Optional.of(fence.task().id());
    } else if (instruction instanceof Instruction.HostWork write) {
      return Optional.of(write.task().id());
    }
    return instruction instanceof Instruction.Mark mark
            && mark.task().kind() == MarkTask.Kind.SHUTDOWN
        ? Optional.of(mark.task().id())
        : Optional.empty();
  }

  private void executed(TaskId task) {
    commands.reached(task);
    instructions.reached(task);
    checkpoints.reached(task);
    while (!forgotten.isEmpty() && forgotten.peek().last().number() < task.number()) {
      heap.remove(forgotten.remove().buffer());
    }
  }
}
