package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceClosedException;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.execution.Doorbell;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.observation.StreamMeters;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes executed horizons and epochs to the graphs: the executor thread reports them, the
 * submitting thread takes them. If too many are outstanding, the submitting thread waits until a
 * quarter of them are executed. So it is woken rarely, and devices have work while it wakes up.
 */
final class ReachedTasks implements SubmissionWindow, ExecutionListener<Step> {
  private final Queue<TaskId> events = new ConcurrentLinkedQueue<>();

  /** How many were reported; written by the executor thread. */
  private final AtomicLong reported = new AtomicLong();

  /** How many of them the submitting thread waits for. */
  private final AtomicLong wanted = new AtomicLong();

  private final Doorbell bell = new Doorbell();
  private final int mostOutstanding;
  private final int fewOutstanding;
  private final Runnable beforeWait;
  private final Consumer<TaskId> taken;
  private final StreamMeters meters;
  private final Log log;
  private volatile @Nullable ExecutionFailedException failure;

  /** How many the submitting thread has taken. This field and the next belong to that thread. */
  private long takenUntilNow;

  private boolean wasFull;

  /**
   * @param mostOutstanding how many horizons and epochs may be outstanding
   * @param beforeWait called before the submitting thread waits
   * @param taken receives each task, on the submitting thread
   * @param meters measure how much is pending, and for how long the submitting thread waits
   */
  ReachedTasks(
      int mostOutstanding,
      Runnable beforeWait,
      Consumer<TaskId> taken,
      StreamMeters meters,
      Log log) {
    this.mostOutstanding = mostOutstanding;
    this.fewOutstanding = mostOutstanding - Math.max(1, mostOutstanding / 4);
    this.beforeWait = beforeWait;
    this.taken = taken;
    this.meters = meters;
    this.log = log;
  }

  @Override
  public boolean isFull(Fill fill) {
    meters.pending(fill);
    wasFull = fill.outstanding() > (wasFull ? fewOutstanding : mostOutstanding);
    return wasFull;
  }

  @Override
  public Optional<TaskId> nextReached() {
    TaskId next = events.poll();
    if (next == null) {
      throwFailure();
      return Optional.empty();
    }
    return Optional.of(take(next));
  }

  @Override
  public TaskId awaitReached(Fill fill) {
    long start = System.nanoTime();
    beforeWait.run();
    // All outstanding tasks will be reported: a mark is executed once everything before it is.
    int most = wasFull ? fill.outstanding() - fewOutstanding : 1;
    long until = takenUntilNow + most;
    wanted.set(until);
    bell.sleepUntil(() -> reported.get() >= until || failure != null);
    meters.waited(System.nanoTime() - start);
    TaskId next = events.poll();
    if (next == null) {
      throwFailure();
      throw new IllegalStateException("a horizon was reported and was forgotten");
    }
    return take(next);
  }

  /**
   * Each later submission throws it too; tasks that were executed before the failure are taken
   * first.
   */
  private void throwFailure() {
    ExecutionFailedException known = failure;
    if (known != null) {
      throw known;
    }
  }

  private TaskId take(TaskId task) {
    takenUntilNow++;
    taken.accept(task);
    return task;
  }

  @Override
  public void reached(Job<Step> job) {
    if (job.work().instruction() instanceof Instruction.Mark mark) {
      events.add(mark.task().id());
      if (reported.incrementAndGet() >= wanted.get()) {
        bell.ring();
      }
    }
  }

  @Override
  public void stuck(String standstill) {
    log.warn(standstill);
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    this.failure = failure;
    bell.ring();
    // A job that is still running when the ending JVM releases devices is no failure.
    if (failure.reason() instanceof DeviceException reason
        && !(reason instanceof DeviceClosedException)) {
      log.error(
          "a device is given up, and loops run on the host from now on: "
              + (failure.place().isEmpty() ? "" : failure.place() + ": ")
              + FailureReason.of(reason));
    }
  }
}
