package dev.slipstream.runtime.execution;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs jobs from its own thread, which owns the engine and the lanes. One thread submits; any
 * thread may call the other methods. When a job fails, no further job is started. Running jobs get
 * some time to end; then all waiting threads get the failure, and the executor's thread ends.
 *
 * @param <W> the work that lanes understand
 */
public final class Executor<W> implements AutoCloseable {
  private static final long CATCH_UP_NANOS = 1_000_000_000;
  private static final long CATCH_UP_PAUSE_NANOS = 50_000;

  private final Lanes<W> lanes;
  private final Inbox<W> inbox;
  private final Ending ending;
  private final Completion terminated;

  private Executor(Lanes<W> lanes, Inbox<W> inbox, Ending ending, Completion terminated) {
    this.lanes = lanes;
    this.inbox = inbox;
    this.ending = ending;
    this.terminated = terminated;
  }

  /**
   * Starts the thread {@code slipstream-executor}.
   *
   * @param lanes all lanes; the executor closes them at its end
   * @param options sizes and times
   * @param listener is notified of horizons, standstill and failure
   * @param trace is notified of the progress of each job
   * @param ticker the clock
   * @param <W> the work that lanes understand
   * @return the executor
   * @throws IllegalArgumentException if two lanes have the same name
   */
  public static <W> Executor<W> start(
      Lanes<W> lanes,
      ExecutorOptions options,
      ExecutionListener<W> listener,
      TraceSink trace,
      Ticker ticker) {
    Inbox<W> inbox = new Inbox<>(options.handOver());
    Ending ending = new Ending();
    Completion terminated = new Completion(ending);
    ExecutorLoop<W> loop =
        new ExecutorLoop<>(lanes, options, listener, trace, ticker, inbox, ending, terminated);
    RuntimeThreads.named("slipstream-executor", loop).start();
    return new Executor<>(lanes, inbox, ending, terminated);
  }

  /**
   * Submits a job. Waits while the executor is full; interruption does not end the wait and stays
   * pending.
   *
   * @param job the job; its identifier is higher than those of all jobs before
   * @throws ExecutionFailedException if the run has failed
   * @throws IllegalStateException if the executor was shut down; if that happens at the same time,
   *     the job may have run
   */
  public void submit(Job<W> job) {
    enqueue(job);
  }

  /**
   * Submits a job that some thread will wait for. A thread that waits for a job on a lane may go on
   * before the executor has noted that the job has ended.
   *
   * @param job the job; its identifier is higher than those of all jobs before
   * @return tells when it is complete
   * @throws ExecutionFailedException if the run has failed
   * @throws IllegalStateException if the executor was shut down
   */
  public Completion submitAwaited(Job<W> job) {
    return awaited(job, /* isMark= */ false);
  }

  /**
   * Submits a job without work or lane, with which a thread can wait for everything before it. The
   * thread may go on before the executor has noted the end of the last job before it.
   *
   * @param job the job; its identifier is higher than those of all jobs before
   * @return tells when everything before it is complete
   * @throws ExecutionFailedException if the run has failed
   * @throws IllegalStateException if the executor was shut down
   * @throws IllegalArgumentException if it has a lane
   */
  public Completion submitMark(Job<W> job) {
    if (!job.placement().groups().isEmpty()) {
      throw new IllegalArgumentException(job.text() + " does something, and is no mark");
    }
    return awaited(job, /* isMark= */ true);
  }

  private Completion awaited(Job<W> job, boolean isMark) {
    Completion completion = new Completion(ending);
    job.completion = completion;
    job.isMark = isMark;
    enqueue(job);
    return completion;
  }

  /**
   * Announces that jobs will be submitted, so that the executor's thread and the lanes wake up
   * meanwhile, if the machine has processors to spare. Any thread may call this.
   */
  public void expect() {
    if (SpinThenPark.hasProcessors()) {
      wakeUp();
    }
  }

  /** As {@link #expect}, on any machine. */
  void wakeUp() {
    // The lanes come first, since they need longer to wake up.
    lanes.expect();
    inbox.expect();
  }

  /**
   * Waits until the ends of all awaited jobs up to now were noted and traced, which may happen
   * after the waiting threads went on. Waits for a second at most, since nothing depends on it. Any
   * thread may call this.
   */
  public void catchUp() {
    long question = inbox.ask();
    long start = System.nanoTime();
    while (!inbox.isAnswered(question)
        && !ending.isOver()
        && System.nanoTime() - start < CATCH_UP_NANOS) {
      LockSupport.parkNanos(CATCH_UP_PAUSE_NANOS);
    }
  }

  private void enqueue(Job<W> job) {
    checkOpen();
    if (inbox.isClosing()) {
      throw shutDown();
    }
    while (!inbox.submissions.offer(job)) {
      inbox.submitter.sleepUntil(() -> inbox.submissions.isHalfEmpty() || ending.isOver());
      checkOpen();
    }
    inbox.executor.ring();
    // The executor's thread may have ended without seeing this job. It takes left-over jobs for the
    // last time after it has marked the run as over.
    checkOpen();
  }

  private void checkOpen() {
    if (ending.isOver()) {
      throw ending.cause() == null ? shutDown() : ending.exception();
    }
  }

  private static IllegalStateException shutDown() {
    return new IllegalStateException("no job can be submitted: the executor was shut down");
  }

  /**
   * Ends the run as a failed job would, for a reason that concerns no single job, such as the loss
   * of a peer. Does not wait. Has no effect if the run has already ended or failed.
   *
   * @param cause the reason
   */
  public void abort(Throwable cause) {
    inbox.abort(cause);
  }

  /**
   * Ends the run as soon as jobs, other than code of the program, are running and none of them ends
   * for some time. Does not wait.
   *
   * @param patience the time
   * @param cause the reason
   */
  public void limitWaits(Duration patience, Throwable cause) {
    inbox.limit(new Inbox.Limit(patience.toNanos(), cause));
  }

  /** Lifts the limit, unless the run has ended by now. Does not wait. */
  public void endLimitOfWaits() {
    inbox.limit(null);
  }

  /**
   * Makes the thread end when all jobs are complete. Does not wait. No more jobs can be submitted.
   */
  public void shutDownWhenIdle() {
    inbox.close();
  }

  /**
   * Tells when the run is over: all waiting threads were notified, and the lanes are closed. It
   * never fails.
   *
   * @return the end
   */
  public Completion terminated() {
    return terminated;
  }

  /**
   * Returns why the run has failed.
   *
   * @return the failure; empty while the run goes on, and if it ended normally
   */
  public Optional<ExecutionFailedException> failure() {
    return ending.failure();
  }

  /** Lets all jobs complete and waits for the end of the run. */
  @Override
  public void close() {
    shutDownWhenIdle();
    terminated.await();
  }
}
