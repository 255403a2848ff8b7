package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The code of the executor thread. All state except the inbox belongs to that thread. */
final class ExecutorLoop<W> implements Runnable {
  /**
   * How many submitted jobs are taken before jobs are issued, so that lanes do not wait for all of
   * them.
   */
  private static final int BATCH = 64;

  /** How many times longer than usual the thread spins if its last wait was short. */
  private static final int PATIENT = 5;

  private static final long POLL_NANOS = 50_000;
  private static final long LOOK_NANOS = 100_000_000;

  /** Bounds the delay if an error has kept another thread from ringing. */
  private static final long IDLE_NANOS = 1_000_000_000;

  private final Lanes<W> lanes;
  private final ExecutorOptions options;
  private final ExecutionListener<W> listener;
  private final TraceSink trace;
  private final boolean traces;
  private final Ticker ticker;
  private final Inbox<W> inbox;
  private final Ending ending;
  private final Completion terminated;
  private final OutOfOrderEngine<W> engine;
  private final Watchdog watchdog;
  private final BooleanSupplier news = this::hasNews;
  private final BooleanSupplier ends;
  private final BiConsumer<JobId, Job<W>> endOne = this::endOne;

  /**
   * Jobs that are over and whose waiters were not notified, because the job or the listener has
   * failed.
   */
  private @Nullable Job<W> untold;

  private final SpinThenPark lookOut = new SpinThenPark();
  private int quietRounds;

  /** When the limit on waits was first noticed; 0 if there is none. */
  private long limitedSince;

  private long quietSince;

  ExecutorLoop(
      Lanes<W> lanes,
      ExecutorOptions options,
      ExecutionListener<W> listener,
      TraceSink trace,
      Ticker ticker,
      Inbox<W> inbox,
      Ending ending,
      Completion terminated) {
    this.lanes = lanes;
    this.options = options;
    this.listener = listener;
    this.trace = trace;
    this.traces = trace.isOn();
    this.ticker = ticker;
    this.inbox = inbox;
    this.ending = ending;
    this.terminated = terminated;
    this.engine = new OutOfOrderEngine<>(lanes.groups());
    this.watchdog = new Watchdog(options.stuckAfter().toNanos(), ticker.nanoTime());
    this.ends = inbox::hasEnded;
  }

  @Override
  public void run() {
    try {
      try {
        work();
      } catch (Throwable problem) {
        ending.fail(problem, null);
      }
      windDown();
    } finally {
      tellAll();
    }
  }

  private void work() {
    while (ending.cause() == null) {
      long asked = inbox.asked();
      boolean progress = takeEnded();
      inbox.answer(asked);
      takeSubmissions();
      progress |= issue();
      if (engine.waitsForEnds()) {
        lanes.hurry();
      }
      inbox.needsEnds(engine.waitsForRoom() || engine.openJobs() >= options.openJobs());
      boolean pollAgain = lanes.poll();
      Throwable abortion = inbox.abortion();
      if (abortion != null) {
        ending.fail(abortion, null);
      }
      if (progress) {
        endQuiet();
        watchdog.progress(ticker.nanoTime());
      } else if (inbox.isClosing() && engine.openJobs() == 0 && inbox.submissions.isEmpty()) {
        return;
      } else {
        rest(pollAgain);
      }
    }
  }

  /** Notes all jobs that have ended, also those after one that has failed. */
  private boolean takeEnded() {
    Job<W> job = inbox.takeEnded();
    boolean any = job != null;
    while (job != null) {
      Job<W> next = job.next;
      job.next = null;
      if (job.cause != null) {
        engine.failed(job);
      }
      engine.completed(job.id());
      if (traces) {
        trace.completed(job, job.nanos);
      }
      completed(job);
      job = next;
    }
    return any;
  }

  private void completed(Job<W> job) {
    Throwable cause = job.cause;
    boolean isMark = job.kind() == JobKind.HORIZON || job.kind() == JobKind.EPOCH;
    if (cause == null && isMark) {
      try {
        listener.reached(job);
      } catch (Throwable problem) {
        cause = problem;
      }
    }
    if (cause != null) {
      ending.fail(cause, job);
      job.next = untold;
      untold = job;
    } else if (job.completion != null) {
      job.completion.complete();
    }
  }

  private void takeSubmissions() {
    if (engine.openJobs() == 0 && !inbox.submissions.isEmpty()) {
      watchdog.progress(ticker.nanoTime());
    }
    for (int i = 0; i < BATCH && engine.openJobs() < options.openJobs(); i++) {
      Job<W> next = inbox.submissions.peek();
      if (next == null) {
        break;
      }
      endQuiet();
      if (traces) {
        trace.submitted(next, ticker.nanoTime());
      }
      // It stays in the queue until the engine has it, so that an error in between does not lose
      // it.
      engine.submit(next);
      inbox.submissions.removeFirst();
    }
    if (inbox.submissions.isHalfEmpty()) {
      inbox.submitter.ring();
    }
  }

  private boolean issue() {
    boolean any = false;
    while (ending.cause() == null) {
      Optional<Job<W>> next = engine.nextToIssue();
      if (next.isEmpty()) {
        break;
      }
      start(next.get());
      any = true;
      takeEnded();
    }
    return any;
  }

  private void start(Job<W> job) {
    job.tellsEndTo(inbox, ticker);
    if (traces) {
      trace.issued(job, ticker.nanoTime());
    }
    try {
      lanes.start(job);
    } catch (Throwable problem) {
      if (!job.failed(problem)) {
        ending.fail(problem, job);
      }
    }
  }

  private void endQuiet() {
    if (quietRounds > 0) {
      lookOut.waited(ticker.nanoTime() - quietSince);
      quietRounds = 0;
    }
  }

  private void rest(boolean pollAgain) {
    if (quietRounds == 0) {
      quietSince = ticker.nanoTime();
    }
    int spins = options.spins();
    if (quietRounds++ < (lookOut.wasShort() ? PATIENT * spins : spins)) {
      Thread.onSpinWait();
      return;
    }
    long nanos = IDLE_NANOS;
    if (engine.openJobs() > 0) {
      if (engine.issuedJobs() == 0) {
        throw new IllegalStateException(
            engine.openJobs() + " jobs wait, none runs, and none can be started");
      }
      look();
      nanos = LOOK_NANOS;
    }
    inbox.executor.sleepUnless(news, pollAgain ? POLL_NANOS : nanos);
    // Other code may interrupt any thread that it finds; an interrupt would keep this one from
    // sleeping.
    Thread.interrupted();
    if (inbox.isExpecting()) {
      inbox.stopExpecting();
      SpinThenPark.patiently(news);
    }
  }

  private boolean hasNews() {
    return inbox.hasEnded()
        || inbox.abortion() != null
        || inbox.isAsked()
        || inbox.isExpecting()
        || (engine.openJobs() < options.openJobs() && !inbox.submissions.isEmpty())
        || (inbox.isClosing() && engine.openJobs() == 0);
  }

  private void look() {
    long now = ticker.nanoTime();
    Inbox.Limit limit = inbox.limit();
    if (limit == null) {
      limitedSince = 0;
    } else {
      limitedSince = limitedSince == 0 ? now : limitedSince;
      long quiet = Math.min(now - limitedSince, watchdog.quiet(now));
      if (quiet >= limit.nanos() && !running().isEmpty()) {
        ending.fail(limit.cause(), running().get(0));
      }
    }
    if (watchdog.bites(now)) {
      tellIfStuck(running(), now);
    }
  }

  /**
   * The running jobs that should end soon; this excludes code of the program, which may run for any
   * time.
   */
  private List<Job<W>> running() {
    return engine.running().stream().filter(job -> job.kind() != JobKind.HOST_TASK).toList();
  }

  private void tellIfStuck(List<Job<W>> running, long now) {
    if (!running.isEmpty()) {
      int others = running.size() - 1;
      listener.stuck(
          "no progress for "
              + watchdog.quiet(now) / 1_000_000_000
              + " s: "
              + running.get(0).text()
              + " on "
              + running.get(0).laneText()
              + " does not end; "
              + others
              + " further "
              + (others == 1 ? "job runs" : "jobs run")
              + " and "
              + (engine.openJobs() - engine.running().size())
              + " wait. If it only takes long, it will still end. Otherwise the device or another"
              + " rank may be stuck; slipstream.device=host runs the program without devices.");
    }
  }

  /** After a failure waits for a while for running jobs; then closes the lanes and reports. */
  private void windDown() {
    try {
      Throwable cause = ending.cause();
      if (cause != null) {
        lanes.cancel(cause);
        drain();
      }
    } catch (Throwable problem) {
      noteAlso(problem);
    }
    try {
      lanes.close();
    } catch (Throwable problem) {
      noteAlso(problem);
    }
    try {
      if (ending.cause() != null) {
        listener.failed(ending.exception());
      }
    } catch (Throwable problem) {
      noteAlso(problem);
    }
  }

  private void drain() {
    long start = ticker.nanoTime();
    boolean pollAgain = lanes.poll();
    takeEnded();
    Inbox.Limit limit = inbox.limit();
    long most = options.drain().toNanos();
    most = limit == null ? most : Math.min(most, limit.nanos() / 4);
    while (engine.issuedJobs() > 0 && ticker.nanoTime() - start < most) {
      inbox.executor.sleepUnless(ends, pollAgain ? POLL_NANOS : LOOK_NANOS / 10);
      Thread.interrupted();
      pollAgain = lanes.poll();
      takeEnded();
    }
    List<String> left = new ArrayList<>();
    for (Job<W> job : engine.running()) {
      left.add(job.text() + " on " + job.laneText());
    }
    ending.abandon(left);
  }

  private void noteAlso(Throwable problem) {
    Throwable cause = ending.cause();
    if (cause == null) {
      ending.fail(problem, null);
    } else if (cause != problem) {
      cause.addSuppressed(problem);
    }
  }

  private void failOne(Job<W> job) {
    if (job.completion != null) {
      job.completion.fail();
    }
  }

  /** A mark is complete if everything before it is, even if the run has failed elsewhere. */
  private void endOne(JobId id, Job<W> job) {
    if (job.isMark && job.open == 0 && !job.spoiled && job.completion != null) {
      job.completion.complete();
    } else {
      failOne(job);
    }
  }

  /** Does not allocate, so that every waiting thread is notified whatever has happened. */
  private void tellAll() {
    ending.publish();
    for (@Nullable Job<W> over = untold; over != null; over = over.next) {
      failOne(over);
    }
    engine.forEachOpen(endOne);
    for (@Nullable Job<W> left = inbox.submissions.peek(); left != null; ) {
      failOne(left);
      inbox.submissions.removeFirst();
      left = inbox.submissions.peek();
    }
    inbox.submitter.ring();
    terminated.complete();
  }
}
