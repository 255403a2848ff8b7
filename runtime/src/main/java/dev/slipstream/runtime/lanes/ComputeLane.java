package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.SpinThenPark;
import dev.slipstream.runtime.scheduling.Step;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lane of a device's queue for kernels. One thread enqueues, so that the device always has the
 * next kernel; another waits for completions and reports them, so that the first never waits. While
 * kernels come in a stream and no thread is waiting for a result, the second thread waits for
 * several kernels with one call. Each wait costs the device, the driver and the executor some
 * microseconds, as much as a small kernel.
 */
final class ComputeLane implements LaneBackend<Step> {
  /** Starts jobs. */
  interface Starter {
    /**
     * Starts what a job describes.
     *
     * @param followed whether no thread waits for it before the next job is started
     */
    void start(Job<Step> job, boolean followed) throws Exception;

    /** Handles a job that was enqueued, or was about to be, and may have run in part. */
    void failed(Job<Step> job);
  }

  /**
   * Small enough that the program can go on submitting before everything that may be pending has
   * completed.
   */
  private static final int MOST_TOGETHER = 8;

  /**
   * Kernels may arrive without a break, and the device gets them only when the queue is flushed.
   */
  private static final int MOST_BEFORE_FLUSH = 16;

  private final DeviceSession session;
  private final Starter starter;
  private final LaneThread<Job<Step>> enqueuing;
  private final LaneThread<Job<Step>> waiting;
  private final BooleanSupplier enough = this::isEnough;

  /** Started, and not passed on to the waiting thread yet. Used by the enqueuing thread alone. */
  private final Queue<Job<Step>> followed = new ArrayDeque<>(MOST_BEFORE_FLUSH);

  private volatile @Nullable Throwable broken;
  private volatile boolean hurried;

  /** Whether kernels arrived during the last wait. Used by the waiting thread alone. */
  private boolean streaming;

  ComputeLane(DeviceSession session, Starter starter) {
    String device = session.device();
    this.session = session;
    this.starter = starter;
    this.waiting = new LaneThread<>("slipstream-" + device + "-wait", this::await, () -> {});
    this.enqueuing =
        new LaneThread<>("slipstream-" + device + "-compute", this::enqueue, waiting::close);
  }

  @Override
  public void start(Job<Step> job) throws DeviceException {
    if (!session.begin()) {
      throw session.hasBeenClosed();
    }
    enqueuing.add(job);
  }

  private void enqueue(Queue<Job<Step>> entries) {
    // The session must stay open: enqueued kernels may complete while this thread still uses the
    // queue.
    boolean used = session.begin();
    try {
      int left = MOST_BEFORE_FLUSH;
      for (Job<Step> entry = entries.poll(); entry != null; entry = entries.poll()) {
        left--;
        enqueue(entry, left % MOST_TOGETHER > 0 && !entries.isEmpty());
        if (left == 0) {
          // The rest follows once the device has something to do.
          break;
        }
      }
      if (used) {
        session.flush();
      }
    } catch (Throwable problem) {
      // Enqueued kernels may never complete; the wait for them reports the failure.
      broken = problem;
    } finally {
      if (!followed.isEmpty()) {
        awaitFollowed();
      }
      if (used) {
        session.end();
      }
    }
  }

  /** Waits for kernels that nothing has followed, because the next job has started nothing. */
  private void awaitFollowed() {
    try {
      session.awaitQueue();
      passOn();
    } catch (Throwable problem) {
      broken = problem;
      for (Job<Step> entry = followed.poll(); entry != null; entry = followed.poll()) {
        starter.failed(entry);
        failed(entry, problem);
      }
    }
  }

  private void passOn() {
    for (Job<Step> entry = followed.peek(); entry != null; entry = followed.peek()) {
      waiting.add(entry);
      followed.remove();
    }
  }

  private void enqueue(Job<Step> entry, boolean isFollowed) {
    Throwable before = broken;
    if (before != null) {
      failed(entry, before);
      return;
    }
    try {
      starter.start(entry, isFollowed);
    } catch (Throwable problem) {
      broken = problem;
      starter.failed(entry);
      failed(entry, problem);
      return;
    }
    followed.add(entry);
    if (!isFollowed && session.awaitsAll()) {
      passOn();
    }
  }

  private void await(Queue<Job<Step>> entries) {
    if (streaming) {
      SpinThenPark.briefly(enough);
    }
    hurried = false;
    // The entries stay in the queue during the wait, so that an error loses none.
    int ended = entries.size();
    @Nullable Throwable problem = null;
    try {
      session.awaitUnfollowed();
    } catch (Throwable thrown) {
      problem = thrown;
      broken = thrown;
    }
    for (int e = 0; e < ended; e++) {
      Job<Step> entry = entries.remove();
      if (problem == null) {
        session.end();
        // The program may already need the memory of the arrays while this thread reports.
        entry.work().release();
        entry.completed();
      } else {
        starter.failed(entry);
        failed(entry, problem);
      }
    }
    streaming = ended > 1 || !entries.isEmpty();
  }

  private boolean isEnough() {
    return hurried || broken != null || waiting.size() >= MOST_TOGETHER;
  }

  @Override
  public void hurry() {
    if (!hurried) {
      hurried = true;
    }
  }

  private void failed(Job<Step> entry, Throwable cause) {
    session.end();
    entry.work().release();
    entry.failed(cause);
  }

  @Override
  public void cancel(Throwable cause) {
    broken = cause;
  }

  /** Starts nothing more; enqueued kernels run to their end. */
  @Override
  public void close() {
    enqueuing.close();
    session.close();
  }
}
