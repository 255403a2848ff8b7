package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.Standstill;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.task.SubmissionWindow;
import dev.slipstream.runtime.task.TaskId;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Tells the graphs which horizons and epochs were executed: the executor thread reports them, the
 * submitting thread takes them. If too many are outstanding the submitting thread waits.
 */
final class ReachedTasks implements SubmissionWindow, ExecutionListener<Step> {
  /** A task, or the failure after which there are no more. */
  private record Event(Optional<TaskId> task, Optional<ExecutionFailedException> failure) {}

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final int mostOutstanding;
  private final Runnable beforeWait;
  private final Consumer<TaskId> taken;
  private final Log log;

  /**
   * @param mostOutstanding how many horizons and epochs may be outstanding
   * @param beforeWait called before the submitting thread waits
   * @param taken gets each task, on the submitting thread
   */
  ReachedTasks(int mostOutstanding, Runnable beforeWait, Consumer<TaskId> taken, Log log) {
    this.mostOutstanding = mostOutstanding;
    this.beforeWait = beforeWait;
    this.taken = taken;
    this.log = log;
  }

  @Override
  public boolean isFull(Fill fill) {
    return fill.outstanding() > mostOutstanding;
  }

  @Override
  public Optional<TaskId> nextReached() {
    Event event = events.poll();
    return event == null ? Optional.empty() : Optional.of(take(event));
  }

  @Override
  public TaskId awaitReached(Fill fill) {
    beforeWait.run();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return take(events.take());
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private TaskId take(Event event) {
    event
        .failure()
        .ifPresent(
            failure -> {
              // Whoever submits next is to find it, too.
              events.add(event);
              throw failure;
            });
    TaskId task = event.task().orElseThrow();
    taken.accept(task);
    return task;
  }

  @Override
  public void reached(Job<Step> job) {
    Instruction instruction = job.work().instruction();
    if (instruction instanceof Instruction.Horizon horizon) {
      events.add(new Event(Optional.of(horizon.task().id()), Optional.empty()));
    } else if (instruction instanceof Instruction.Epoch epoch) {
      events.add(new Event(Optional.of(epoch.task().id()), Optional.empty()));
    }
  }

  @Override
  public void stuck(Standstill standstill) {
    log.warn(standstill.text());
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    events.add(new Event(Optional.empty(), Optional.of(failure)));
  }
}
