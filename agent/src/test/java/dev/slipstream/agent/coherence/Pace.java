package dev.slipstream.agent.coherence;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a simulated device does its work, and how threads of a program meet. The program's
 * threads tell when they make a call in which they may have to wait. Thread-safe.
 *
 * <p>Some faults show only if one thread submits a loop, and a device copies its arrays, between
 * another thread's guard and its write. This would hardly ever happen by chance. So a thread waits
 * before its write until the device has run loops of others, and a thread that submits loops waits
 * for others to reach a guard. Both wait only while other threads can go on.
 */
final class Pace {
  private static final long IN_NEED_NANOS = 150_000;

  /** A thread that waits for a future does not tell. */
  private static final long PATIENCE_NANOS = 2_000_000;

  /** Limits a wait for a thread that runs but does not arrive. */
  private static final long MEETING_NANOS = 20_000_000;

  /** The number of unsuccessful waits of a program's threads after which they wait no more. */
  private static final int MOST_MISSES = 8;

  /** The number of kernels after which the first one begun meanwhile has copied its arrays. */
  private static final int KERNELS = 2;

  /** A policy for the device's time. */
  enum Kind {
    /** As soon as possible. */
    EAGER,
    /** After pauses of any length. */
    RANDOM,
    /** Not before some thread has waited for a while, so that unneeded work is not done. */
    LAZY
  }

  private final Map<Object, Long> calls = new ConcurrentHashMap<>();
  private final Set<Thread> callersEver = ConcurrentHashMap.newKeySet();
  private final Set<Thread> submitters = ConcurrentHashMap.newKeySet();
  private final Set<Thread> inCall = ConcurrentHashMap.newKeySet();
  private final AtomicInteger callers = new AtomicInteger();
  private final AtomicInteger misses = new AtomicInteger();
  private final AtomicLong kernels = new AtomicLong();
  private final AtomicReference<@Nullable Thread> writer = new AtomicReference<>();
  private volatile Kind kind = Kind.EAGER;
  private volatile Random random = new Random(0);
  private volatile boolean hurried;

  /** Begins another program. */
  void restart(Kind other, long seed) {
    kind = other;
    random = new Random(seed);
    hurried = false;
    submitters.clear();
    callersEver.clear();
    misses.set(0);
  }

  /** Holds nothing back any more. */
  void hurry() {
    hurried = true;
  }

  /** Runs an action that may have to wait for the device. */
  <T> T during(Supplier<T> call) {
    Object own = new Object();
    Thread self = Thread.currentThread();
    boolean outermost = inCall.add(self);
    callersEver.add(self);
    calls.put(own, System.nanoTime());
    callers.incrementAndGet();
    try {
      return call.get();
    } finally {
      callers.decrementAndGet();
      calls.remove(own);
      if (outermost) {
        inCall.remove(self);
      }
    }
  }

  /** Called when something is requested that no thread waits for yet. */
  void wanted(CompletableFuture<?> future) {
    Object own = new Object();
    calls.put(own, System.nanoTime() + PATIENCE_NANOS);
    callers.incrementAndGet();
    future.whenComplete(
        (value, error) -> {
          callers.decrementAndGet();
          calls.remove(own);
        });
  }

  /** Submits a loop. */
  <T> T submitting(Supplier<T> call) {
    Thread self = Thread.currentThread();
    if (!submitters.add(self) && kind != Kind.LAZY && writer.get() == null) {
      meet(self, () -> writer.get() != null);
    }
    return during(call);
  }

  /** Gives other threads of the program time to act between a guard and a write. */
  void pauseProgram() {
    Thread self = Thread.currentThread();
    if (kind != Kind.LAZY && writer.compareAndSet(null, self)) {
      try {
        long enough = kernels.get() + KERNELS;
        if (meet(self, () -> kernels.get() >= enough)) {
          return;
        }
      } finally {
        writer.set(null);
      }
    }
    if (random.nextInt(16) == 0) {
      LockSupport.parkNanos(random.nextBoolean() ? 100_000 : 500_000);
    }
  }

  /**
   * Waits for others.
   *
   * @return whether they arrived; false if no thread could, or if they take too long
   */
  private boolean meet(Thread self, BooleanSupplier there) {
    long began = System.nanoTime();
    while (!there.getAsBoolean()) {
      if (hurried || misses.get() >= MOST_MISSES || !othersGoOn(self)) {
        return false;
      }
      if (System.nanoTime() - began > MEETING_NANOS) {
        misses.incrementAndGet();
        return false;
      }
      LockSupport.parkNanos(20_000);
    }
    return true;
  }

  /** Whether another thread of the program can probably go on. */
  private boolean othersGoOn(Thread self) {
    for (Thread other : callersEver) {
      if (other != self && other.isAlive() && other != writer.get()) {
        Thread.State state = other.getState();
        if (state == Thread.State.RUNNABLE
            || state == Thread.State.TIMED_WAITING
            || inCall.contains(other)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Called by the device after each kernel. */
  void afterKernel() {
    kernels.incrementAndGet();
  }

  /** Called by the device before each piece of work. */
  void beforeWork() {
    switch (kind) {
      case EAGER -> {}
      case RANDOM -> {
        int choice = random.nextInt(4);
        if (choice > 1) {
          LockSupport.parkNanos(choice == 2 ? 20_000 : random.nextInt(300_000));
        }
      }
      case LAZY -> {
        while (!hurried && !Thread.currentThread().isInterrupted() && !isNeeded()) {
          LockSupport.parkNanos(40_000);
        }
      }
    }
  }

  private boolean isNeeded() {
    long now = System.nanoTime();
    return callers.get() > 0
        && calls.values().stream().anyMatch(began -> now - began > IN_NEED_NANOS);
  }
}
