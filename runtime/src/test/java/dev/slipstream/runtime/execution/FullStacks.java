package dev.slipstream.runtime.execution;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Prints in how many of several threads a lock stayed held because their stack overflowed. */
final class FullStacks {
  private static final int THREADS = 8;
  private static final int SMALLEST = 400_000;

  private FullStacks() {}

  /** The argument is the name of the lock's class, or {@code look}. */
  public static void main(String[] args) throws Exception {
    int held = 0;
    for (int t = 0; t < THREADS; t++) {
      StackSafeLock safe = new StackSafeLock();
      ReentrantLock lock = args[0].equals("ReentrantLock") ? new ReentrantLock() : safe;
      Runnable take = args[0].equals("look") ? safe::lockToLook : lock::lock;
      Thread deep = new Thread(null, () -> fill(lock, take), "deep", SMALLEST + 64L * t);
      deep.start();
      deep.join();
      if (lock.isLocked()) {
        held++;
      }
    }
    System.out.println(held);
  }

  private static void fill(Lock lock, Runnable take) {
    try {
      down(lock, take);
    } catch (StackOverflowError full) {
      // This is what is tested.
    }
  }

  private static int down(Lock lock, Runnable take) {
    take.run();
    try {
      Thread.onSpinWait();
    } finally {
      lock.unlock();
    }
    return down(lock, take) + 1;
  }
}
