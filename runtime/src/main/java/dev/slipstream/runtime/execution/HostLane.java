package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One thread and the jobs that wait for it. Takes no lock that an error could leave locked. */
final class HostLane<W> implements Runnable {
  private final String name;
  private final HostWork<W> work;
  private final Queue<Job<W>> entries = new ConcurrentLinkedQueue<>();
  private final Doorbell bell = new Doorbell();
  private final SpinThenPark lookOut = new SpinThenPark();
  private final BooleanSupplier news = this::hasNews;
  private volatile @Nullable Throwable broken;
  private volatile boolean closed;
  private volatile boolean expecting;

  /** Used by the executor thread alone. */
  private @Nullable Thread thread;

  HostLane(String name, HostWork<W> work) {
    this.name = name;
    this.work = work;
  }

  void add(Job<W> job) {
    entries.add(job);
    if (thread == null) {
      Thread started = RuntimeThreads.named(name, this);
      started.start();
      thread = started;
    } else {
      bell.ring();
    }
  }

  /** Announces that a job follows. Any thread may call this. */
  void expect() {
    if (bell.isWaitedAt() && !expecting) {
      expecting = true;
      bell.nudge();
    }
  }

  /** Starts no more jobs, and interrupts the running one. */
  void cancel(Throwable cause) {
    broken = cause;
    if (thread != null) {
      thread.interrupt();
    }
  }

  void close() {
    closed = true;
    bell.ring();
  }

  @Override
  public void run() {
    while (true) {
      if (!entries.isEmpty()) {
        try {
          runNext();
        } catch (Throwable untold) {
          // The next job fails with it, which reports it.
          broken = untold;
        }
      } else if (closed) {
        return;
      } else if (expecting) {
        expecting = false;
        prepare();
        SpinThenPark.patiently(news);
      } else {
        lookOut.await(news, bell);
        // An interruption that no job has consumed would keep the thread from sleeping.
        Thread.interrupted();
      }
    }
  }

  private void prepare() {
    if (lookOut.wasCold() && broken == null && !hasNews()) {
      try {
        work.prepare();
      } catch (Throwable unprepared) {
        // Then the first job fails too, or is slow.
      }
    }
  }

  private boolean hasNews() {
    return closed || expecting || !entries.isEmpty();
  }

  private void runNext() {
    // An interruption left by a job must not reach the next one. A cancellation sets its cause
    // before it interrupts, so it is not missed.
    Thread.interrupted();
    Throwable before = broken;
    if (before != null) {
      entries.remove().failed(before);
      return;
    }
    long began = System.nanoTime();
    int done;
    try {
      done = runSome();
    } catch (Throwable problem) {
      broken = problem;
      entries.remove().failed(problem);
      return;
    }
    long each = (System.nanoTime() - began) / done;
    while (done > 0) {
      done--;
      Job<W> over = entries.remove();
      if (entries.isEmpty()) {
        over.completed();
      } else {
        over.completedBeforeNext(done * each);
      }
    }
  }

  private int runSome() throws Exception {
    int most = work.most();
    List<Job<W>> waiting = new ArrayList<>(most);
    for (Job<W> entry : entries) {
      waiting.add(entry);
      if (waiting.size() == most) {
        break;
      }
    }
    return work.runSome(waiting);
  }
}
