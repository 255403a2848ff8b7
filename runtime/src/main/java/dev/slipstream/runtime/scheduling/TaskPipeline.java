package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.checkpoint.Checkpoints;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.execution.Completion;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Executor;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.execution.TraceSinks;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.Dependency;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionGraph;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import dev.slipstream.runtime.observation.GraphRecorders;
import dev.slipstream.runtime.observation.StreamMeters;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns tasks into commands, instructions and jobs on one node. Every node of a run has one, and
 * all get the same tasks. Used by one thread at a time, which makes all of these; the executor's
 * thread takes the jobs.
 */
public final class TaskPipeline implements AutoCloseable {
  /**
   * The work and arrays of a loop, a host task with code, or a fence that copies, until its
   * instructions are issued.
   *
   * @param work the computation of a loop or host task
   * @param arrays its arrays, kept from being collected until it was executed
   */
  record Submitted(Optional<Work> work, List<Object> arrays) {
    private static final Submitted NOTHING = new Submitted(Optional.empty(), List.of());

    /** The work in the form of a device. */
    Optional<Work> on(int device) {
      return work.isPresent() && work.get() instanceof DeviceWork all
          ? Optional.of(all.at(device))
          : work;
    }
  }

  /** A buffer that later tasks do not use, and the last task that may have used it. */
  private record Forgotten(BufferId buffer, TaskId last) {}

  /** Arrays that other nodes may still read, until a mark after this task is executed. */
  private record Sent(List<Object> arrays, TaskId task) {}

  private final HeapArrays heap;
  private final boolean sends;
  private final Log log;
  private final Deque<Forgotten> forgotten = new ArrayDeque<>();
  private final Deque<Sent> sent = new ArrayDeque<>();
  private final CommandGraph commands;
  private final Checkpoints checkpoints;
  private final InstructionGraph instructions;
  private final StepLanes lanes;
  private final Executor<Step> executor;
  private final TreeMap<TaskId, Submitted> loops = new TreeMap<>();
  private final Map<TaskId, Completion> completions = new HashMap<>();

  /** The last task for which instructions were made. */
  private @Nullable TaskId newest;

  /**
   * Starts the executor.
   *
   * @param self this node
   * @param heap the arrays of this node
   * @param pilots announces messages to other nodes, as soon as they are planned
   * @param reached is notified of horizons, standstill and failure, on the executor's thread
   */
  public TaskPipeline(
      NodeId self,
      NodeOptions options,
      StepLanes lanes,
      HeapArrays heap,
      Consumer<Pilot> pilots,
      ExecutionListener<Step> reached,
      Log log) {
    this.heap = heap;
    this.lanes = lanes;
    this.log = log;
    sends = options.commands().nodes() > 1;
    GraphRecorders recorders = options.recorders();
    commands = new CommandGraph(self, options.commands(), recorders.commands());
    checkpoints = new Checkpoints(options.checkpoints());
    instructions =
        new InstructionGraph(
            self,
            options.instructions().with(placed(options.instructions().scheduling())),
            recorders.instructions(),
            pilots);
    if (checkpoints.isOn()) {
      instructions.onMark(checkpoints::planned);
    }
    StreamMeters meters = options.meters();
    executor =
        Executor.start(
            lanes.open(heap),
            options.executor(),
            reached,
            new TraceSinks(
                List.of(options.trace(), meters.sink(work -> ((Step) work).instruction())), log),
            Ticker.SYSTEM);
    meters.countedAfter(executor.terminated()::isDone, executor::catchUp);
  }

  /** A policy by which work for one device runs there, and another policy decides for the rest. */
  private SchedulingPolicy placed(SchedulingPolicy others) {
    return (task, chunk, devices) -> {
      Work work = loops.getOrDefault(task.id(), Submitted.NOTHING).work().orElse(null);
      return work instanceof DeviceWork placed && placed.byPlace().size() == 1
          ? placed.first()
          : others.device(task, chunk, devices);
    };
  }

  /**
   * Announces that a loop, a host task with code, or a fence that copies is submitted next.
   *
   * @param work the computation of a loop or host task
   * @param arrays its arrays, kept from being collected until it was executed
   */
  public void announce(TaskId task, Optional<Work> work, List<Object> arrays) {
    loops.put(task, new Submitted(work, arrays));
  }

  /** The arrays of this node. */
  public HeapArrays heap() {
    return heap;
  }

  /** The computation of a loop that was announced. */
  public Optional<Work> work(TaskId task) {
    return loops.getOrDefault(task, Submitted.NOTHING).work();
  }

  /** Announces that something is about to be submitted. Any thread may call this. */
  void expect() {
    executor.expect();
  }

  /** Ends the run without waiting. Any thread may call this. */
  public void abort(Throwable cause) {
    executor.abort(cause);
  }

  /** As {@link NodeStream#limitWaits}. */
  void limitWaits(Duration patience, Throwable cause) {
    executor.limitWaits(patience, cause);
  }

  /** As {@link NodeStream#endLimitOfWaits}. */
  void endLimitOfWaits() {
    executor.endLimitOfWaits();
  }

  /**
   * Ends the run, and waits until none of its jobs uses arrays any more. Any thread may call this.
   */
  ExecutionFailedException abandon(Throwable cause) {
    executor.abort(cause);
    executor.terminated().await();
    return executor
        .failure()
        .orElseGet(
            () ->
                new ExecutionFailedException(
                    "the run was ended: " + cause, cause, /* mayStillWrite= */ false));
  }

  /**
   * Ends the run because of a task that another thread than the program's could not process.
   *
   * @return the failure with which it has ended
   */
  Throwable failed(Throwable cause) {
    if (cause instanceof ExecutionFailedException) {
      return cause;
    }
    log.error(
        "loops run on the host from now on, because one could not be scheduled: "
            + FailureReason.of(cause));
    log.debug(() -> "the loop that could not be scheduled", cause);
    return abandon(cause);
  }

  /** Processes the next task of the stream. */
  public void submitted(Task task) {
    if (sends) {
      sent.add(new Sent(loops.getOrDefault(task.id(), Submitted.NOTHING).arrays(), task.id()));
    }
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

  /** Starts everything that is held back until more is submitted. */
  public void flush() {
    issue(instructions.flush());
    dropIssued();
  }

  /** Whether loops are held back until more is submitted, or until {@link #flush}. */
  boolean holdsBack() {
    return instructions.heldBack() > 0;
  }

  /** The number of instructions that are not yet forgotten. */
  int liveInstructions() {
    return instructions.live().size();
  }

  /** Notes that no further task uses a buffer. */
  public void forget(BufferId buffer) {
    commands.forget(buffer);
    issue(instructions.forget(buffer));
    if (newest != null) {
      // Earlier kernels may still read what devices hold of it.
      forgotten.add(new Forgotten(buffer, newest));
    } else {
      heap.remove(buffer);
    }
  }

  /** Notes that all nodes, including this one, have executed a horizon or epoch. */
  public void executed(TaskId task) {
    commands.reached(task);
    instructions.reached(task);
    checkpoints.reached(task);
    while (!forgotten.isEmpty() && forgotten.peek().last().number() < task.number()) {
      heap.remove(forgotten.remove().buffer());
    }
    while (!sent.isEmpty() && sent.peek().task().number() < task.number()) {
      sent.remove();
    }
  }

  /**
   * Returns the completion of a task that can be waited for.
   *
   * @throws IllegalStateException if this task has none
   */
  public Completion completion(TaskId task) {
    flush();
    Completion completion = completions.remove(task);
    if (completion == null) {
      throw new IllegalStateException(task + " has become no job");
    }
    return completion;
  }

  /** Waits for everything that was submitted, and ends. */
  @Override
  public void close() {
    executor.close();
  }

  /**
   * Drops the arrays of issued tasks, since their jobs hold them now: the next horizon may be far
   * away.
   */
  private void dropIssued() {
    if (newest != null) {
      loops.headMap(newest, true).clear();
    }
  }

  private void issue(List<Vertex<Instruction>> batch) {
    String[] reasons = new String[batch.size()];
    String reason = "";
    // Held-back instructions may be for several tasks; the preparations for a task precede its own
    // instruction.
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
    } else if (instruction instanceof Instruction.HostWork host) {
      loop = loops.getOrDefault(host.task().id(), loop);
      work = loop.work();
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
    return new Job<>(
        new JobId(vertex.id()),
        Step.kind(instruction),
        List.of(before),
        needsNoLane(instruction) ? JobPlacement.NO_LANE : lanes.placement(instruction),
        step);
  }

  /**
   * Whether the completion of a fence is ordered like that of a mark. Not so for copies of arrays:
   * these are reported in the order of failures.
   */
  private static boolean isMark(Instruction instruction) {
    return instruction instanceof Instruction.Fence fence && fence.task().copy().isEmpty();
  }

  /** The task whose completion is the end of an instruction; empty if no thread waits for it. */
  private static Optional<TaskId> awaited(Instruction instruction) {
    if (instruction instanceof Instruction.Fence fence) {
      return Optional.of(fence.task().id());
    } else if (instruction instanceof Instruction.HostWork host) {
      // A divided task reports its own end to the code that submitted it.
      return host.task().isDivided() ? Optional.empty() : Optional.of(host.task().id());
    }
    return instruction instanceof Instruction.Mark mark && isAwaited(mark.task().kind())
        ? Optional.of(mark.task().id())
        : Optional.empty();
  }

  private static boolean isAwaited(MarkTask.Kind kind) {
    return kind == MarkTask.Kind.BARRIER || kind == MarkTask.Kind.SHUTDOWN;
  }

  /** Whether an instruction completes immediately, or another component waits for it. */
  private static boolean needsNoLane(Instruction instruction) {
    return instruction instanceof Instruction.Mark
        || instruction instanceof Instruction.Fence
        || instruction instanceof Instruction.HostWork
        || isTransfer(instruction);
  }

  private static boolean isTransfer(Instruction instruction) {
    return instruction instanceof Instruction.Send
        || instruction instanceof Instruction.Receive
        || instruction instanceof Instruction.SplitReceive
        || instruction instanceof Instruction.AwaitReceive;
  }
}
