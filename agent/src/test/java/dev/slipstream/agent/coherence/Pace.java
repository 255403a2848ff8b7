package dev.slipstream.agent.coherence;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * When a simulated device does its work. The program's threads say when they are in a call in which
 * they may have to wait. Thread-safe.
 */
final class Pace {
  private static final long IN_NEED_NANOS = 150_000;
  private static final long RECENT_NANOS = 1_000_000;

  /** A way to choose the time. */
  enum Kind {
    /** As soon as possible. */
    EAGER,
    /** After pauses of any length. */
    RANDOM,
    /** Not before somebody has waited for a while, so that nothing is done that nobody needs. */
    LAZY
  }

  private final Map<Object, Long> calls = new ConcurrentHashMap<>();
  private final Map<Thread, Long> lastCalls = new ConcurrentHashMap<>();
  private final AtomicInteger callers = new AtomicInteger();
  private volatile Kind kind = Kind.EAGER;
  private volatile Random random = new Random(0);
  private volatile boolean hurried;

  /** Another program begins. */
  void restart(Kind other, long seed) {
    kind = other;
    random = new Random(seed);
    hurried = false;
    lastCalls.clear();
  }

  /** Nothing is held back any more. */
  void hurry() {
    hurried = true;
  }

  /** Does something that may have to wait for the device. */
  <T> T during(Supplier<T> call) {
    Object own = new Object();
    calls.put(own, System.nanoTime());
    callers.incrementAndGet();
    try {
      return call.get();
    } finally {
      callers.decrementAndGet();
      calls.remove(own);
      lastCalls.put(Thread.currentThread(), System.nanoTime());
    }
  }

  /** Gives other threads of the program time to do something between a guard and a write. */
  void pauseProgram() {
    long now = System.nanoTime();
    Thread self = Thread.currentThread();
    boolean others =
        lastCalls.entrySet().stream()
            .anyMatch(call -> call.getKey() != self && now - call.getValue() < RECENT_NANOS);
    if (others || random.nextInt(16) == 0) {
      LockSupport.parkNanos(random.nextBoolean() ? 100_000 : 500_000);
    }
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
