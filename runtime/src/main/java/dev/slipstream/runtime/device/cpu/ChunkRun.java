package dev.slipstream.runtime.device.cpu;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One launch while it runs. Each participating thread takes pieces in sequence until none is left.
 * The launching thread only waits for pieces that were begun, never for a thread to arrive, so that
 * nested launches cannot block each other.
 */
final class ChunkRun implements Runnable {
  private final KernelClass kernel;
  private final Object[] arguments;
  private final Chunks chunks;
  private final AtomicInteger next = new AtomicInteger();

  private int working;
  private @Nullable Throwable failure;

  ChunkRun(KernelClass kernel, Object[] arguments, Chunks chunks) {
    this.kernel = kernel;
    this.arguments = arguments;
    this.chunks = chunks;
  }

  @Override
  public void run() {
    participate();
  }

  /** Runs pieces until none is left or one has failed. Never throws. */
  private void participate() {
    if (!begin()) {
      return;
    }
    try {
      while (runNext()) {
        // The next one.
      }
    } catch (Throwable thrown) {
      fail(thrown);
    } finally {
      end();
    }
  }

  private boolean runNext() throws Throwable {
    int chunk = next.getAndIncrement();
    if (chunk >= chunks.count()) {
      return false;
    }
    kernel.run(chunks.bounds(chunk), arguments);
    return true;
  }

  /**
   * Runs pieces like {@link #participate} on the launching thread. Before each piece it asks for
   * help if there are cores without a launching thread.
   *
   * @param threads the threads that may take part, including this one
   * @return how many helpers were asked
   */
  int lead(WorkerPool workers, int threads) {
    int asked = 0;
    if (!begin()) {
      return asked;
    }
    try {
      do {
        int left = Math.min(threads - 1, chunks.count() - next.get() - 1) - asked;
        int more = left <= 0 ? 0 : Math.min(left, workers.spare() - asked);
        if (more > 0) {
          asked += more;
          workers.help(this, more);
        }
      } while (runNext());
    } catch (Throwable thrown) {
      fail(thrown);
    } finally {
      end();
    }
    return asked;
  }

  /** Waits until no thread works on a piece any more; preserves the interrupt flag. */
  void awaitEnd() {
    boolean interrupted = false;
    synchronized (this) {
      while (working > 0) {
        try {
          wait();
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The first failure; called after the end. */
  synchronized Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  private synchronized boolean begin() {
    // A thread that arrives after the end must delay no other thread.
    if (next.get() >= chunks.count()) {
      return false;
    }
    working++;
    return true;
  }

  private synchronized void end() {
    working--;
    notifyAll();
  }

  /** Ends the run: no thread gets another piece. */
  synchronized void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    }
    next.set(chunks.count());
  }
}
