package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.SpinThenPark;
import dev.slipstream.runtime.scheduling.Step;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lane of a device's queue for kernels. One thread enqueues, so that the device always finds
 * the next one; another waits for all that is under way at a time and tells, so that a kernel costs
 * no wait of its own. While kernels come in a stream and nobody is in a hurry, the second thread
 * waits for several at once: each wait costs the device, the driver and the executor some
 * microseconds, as much as a small kernel.
 */
final class ComputeLane implements LaneBackend<Step> {
  /** Starts jobs. */
  interface Starter {
    /** Enqueues what a job asks for. */
    void start(Job<Step> job) throws Exception;

    /** Nobody knows what of a job that was enqueued, or was about to be, was done. */
    void failed(Job<Step> job);
  }

  /** Few enough for the program to go on submitting before all that it may submit has ended. */
  private static final int MOST_TOGETHER = 8;

  /** Kernels may come without a break; the device has them only when they are flushed. */
  private static final int MOST_BEFORE_FLUSH = 16;

  private final DeviceSession session;
  private final Starter starter;
  private final LaneThread<Job<Step>> enqueuing;
  private final LaneThread<Job<Step>> waiting;
  private final BooleanSupplier enough = this::isEnough;
  private volatile @Nullable Throwable broken;
  private volatile boolean hurried;

  /** Whether kernels came during the last wait. Belongs to the waiting thread. */
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
    // What was enqueued may have ended before this thread is done with the queue.
    boolean used = session.begin();
    try {
      int left = MOST_BEFORE_FLUSH;
      for (Job<Step> entry = entries.poll(); entry != null; entry = entries.poll()) {
        enqueue(entry);
        if (--left == 0) {
          // The rest is taken when the device has something to do.
          break;
        }
      }
      if (used) {
        session.flush();
      }
    } catch (Throwable problem) {
      // What is under way may never end; the wait for it tells that to those who are concerned.
      broken = problem;
    } finally {
      if (used) {
        session.end();
      }
    }
  }

  private void enqueue(Job<Step> entry) {
    Throwable before = broken;
    if (before != null) {
      failed(entry, before);
      return;
    }
    try {
      starter.start(entry);
      waiting.add(entry);
    } catch (Throwable problem) {
      broken = problem;
      starter.failed(entry);
      failed(entry, problem);
    }
  }

  private void await(Queue<Job<Step>> entries) {
    if (streaming) {
      SpinThenPark.briefly(enough);
    }
    hurried = false;
    // They stay in the queue while this thread waits: no error in between loses one.
    int ended = entries.size();
    @Nullable Throwable problem = null;
    try {
      session.awaitLaunches();
    } catch (Throwable thrown) {
      problem = thrown;
      broken = thrown;
    }
    for (int e = 0; e < ended; e++) {
      Job<Step> entry = entries.remove();
      if (problem == null) {
        session.end();
        // The program may need the room of its arrays already while this thread tells.
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

  /** Starts nothing more; what is under way ends by itself. */
  @Override
  public void close() {
    enqueuing.close();
    session.close();
  }
}
