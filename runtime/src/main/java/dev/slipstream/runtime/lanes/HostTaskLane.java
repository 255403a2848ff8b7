package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.coherence.HostTaskThread;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.scheduling.HostCodeWork;
import dev.slipstream.runtime.scheduling.Step;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the code of host tasks, each on its own thread, since tasks may wait for each other and for
 * other nodes. Passes on other jobs that need no lane.
 */
public final class HostTaskLane implements LaneBackend<Step> {
  private static final long IDLE_SECONDS = 10;

  private final LaneBackend<Step> others;
  private final ThreadGroup group = RuntimeThreads.topmostGroup();
  private final AtomicInteger threads = new AtomicInteger();
  private final Set<Job<Step>> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService pool =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          work -> new HostTaskThread(group, work, "host-task-" + threads.incrementAndGet()));

  /**
   * @param others runs jobs that are not code of host tasks
   */
  public HostTaskLane(LaneBackend<Step> others) {
    this.others = others;
  }

  @Override
  public void start(Job<Step> job) throws Exception {
    if (job.work().work().orElse(null) instanceof HostCodeWork work) {
      open.add(job);
      pool.execute(() -> run(job, work));
    } else {
      others.start(job);
    }
  }

  private void run(Job<Step> job, HostCodeWork work) {
    try {
      work.code().run();
    } catch (Throwable failure) {
      if (open.remove(job)) {
        job.failed(failure);
      }
      return;
    }
    if (open.remove(job)) {
      job.work().release();
      job.completed();
    }
  }

  @Override
  public boolean poll() {
    return others.poll();
  }

  @Override
  public void hurry() {
    others.hurry();
  }

  @Override
  public void expect() {
    others.expect();
  }

  @Override
  public void cancel(Throwable cause) {
    others.cancel(cause);
    // Code of the program ends when it returns; nothing waits for it any more.
    for (Job<Step> job : List.copyOf(open)) {
      if (open.remove(job)) {
        job.failed(cause);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdown();
    others.close();
  }
}
