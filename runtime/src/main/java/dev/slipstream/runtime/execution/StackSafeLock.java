package dev.slipstream.runtime.execution;

import java.io.Serial;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that threads of the program take. It is only taken where the stack has room: if the stack
 * of a thread overflows in {@link ReentrantLock#lock}, HotSpot lets the method end, and the thread
 * gets its {@link StackOverflowError} with the lock held, before any block that would release it.
 */
public final class StackSafeLock extends ReentrantLock {
  @Serial private static final long serialVersionUID = 1L;

  private final transient StackRoom room = new StackRoom();

  /**
   * {@inheritDoc}
   *
   * @throws StackOverflowError if the stack has no room; the lock is not taken then
   */
  @Override
  public void lock() {
    room.require();
    super.lock();
  }

  /**
   * As {@link #lock}, to find out whether there is anything to do, which needs little room. Before
   * it is done, {@link #requireRoom} has to be called.
   */
  public void lockToLook() {
    room.requireLittle();
    super.lock();
  }

  /**
   * Checks that there is as much room as {@link #lock} demands.
   *
   * @throws StackOverflowError if there is none
   */
  public void requireRoom() {
    room.require();
  }

  @Override
  public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
    room.require();
    return super.tryLock(timeout, unit);
  }

  /** Takes the lock again that the caller has released; there was room when it took it before. */
  public void lockAgain() {
    super.lock();
  }
}
