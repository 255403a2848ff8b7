package dev.slipstream.opencl.launch;

import java.util.concurrent.TimeUnit;

/** Who is using something that is to be given back when nobody does any more. Thread-safe. */
final class Usage {
  private final Runnable release;
  private int users;
  private boolean closed;
  private boolean released;

  /**
   * @param release called once, by whoever is the last
   */
  Usage(Runnable release) {
    this.release = release;
  }

  /**
   * Begins to use it.
   *
   * @return false if it is closed; then nothing has begun
   */
  synchronized boolean begin() {
    if (closed) {
      return false;
    }
    users++;
    return true;
  }

  /** Ends what {@link #begin} has begun. */
  void end() {
    boolean last;
    synchronized (this) {
      users--;
      last = closed && users == 0;
    }
    if (last) {
      release();
    }
  }

  /** Lets nobody begin any more. */
  void close() {
    boolean last;
    synchronized (this) {
      last = !closed && users == 0;
      closed = true;
    }
    if (last) {
      release();
    }
  }

  private void release() {
    try {
      release.run();
    } finally {
      synchronized (this) {
        released = true;
        notifyAll();
      }
    }
  }

  /**
   * Waits until it was given back, after it was closed. An interruption ends the wait and stays
   * pending.
   *
   * @return whether it was
   */
  synchronized boolean awaitReleased(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      for (long left = millis; !released && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return released;
  }
}
