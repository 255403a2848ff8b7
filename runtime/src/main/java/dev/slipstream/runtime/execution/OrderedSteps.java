package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Does steps in the order in which they are brought: on the thread that brings them, or, while many
 * follow each other, on a thread of its own, so that the bringing thread goes on meanwhile. Steps
 * are brought by one thread at a time. The own thread ends when it has had nothing to do for a
 * second.
 */
public final class OrderedSteps {
  /** For which all steps are done by the threads that bring them. */
  public static final int NEVER = Integer.MAX_VALUE;

  /** After how many steps without a wait another thread pays if it has to be woken first. */
  public static final int MANY =
      SpinThenPark.hasProcessors() ? /* some ten loops */ 32 : /* no processor to spare */ NEVER;

  /** A thread that is awake pays after a fraction of the steps. */
  private static final int AWAKE = 8;

  private static final int CAPACITY = 256;
  private static final long IDLE_NANOS = 1_000_000_000;

  private final String name;
  private final int many;
  private final UnaryOperator<Throwable> failed;
  private final HandOver<Runnable> handed = new HandOver<>(CAPACITY);
  private final Doorbell worker = new Doorbell();
  private final Doorbell bringer = new Doorbell();
  private final AtomicBoolean works = new AtomicBoolean();
  private final BooleanSupplier hasSteps = this::hasSteps;
  private final BooleanSupplier allDone = handed::isEmpty;
  private final BooleanSupplier hasRoom = handed::isHalfEmpty;
  private volatile boolean needsRoom;
  private volatile @Nullable Throwable failure;

  /** How many steps were brought since the last wait for all of them; of the bringing thread. */
  private int inARow;

  /** Whether the own thread may have steps; of the bringing thread. */
  private boolean isHanded;

  /**
   * @param name the name of the own thread; begins with "slipstream-"
   * @param many after how many steps without a call of {@link #await} the own thread does them
   * @param failed is told, on the own thread, why a step there has failed; returns what those that
   *     bring steps get from then on, an unchecked exception or an error. No further step is done
   */
  public OrderedSteps(String name, int many, UnaryOperator<Throwable> failed) {
    this.name = name;
    this.many = many;
    this.failed = failed;
  }

  /**
   * Does a step, or has it done. Waits while too many are pending.
   *
   * @param step waits for no thread that brings steps
   * @throws RuntimeException as the constructor says, if a step has failed on the own thread
   */
  public void execute(Runnable step) {
    throwFailure();
    if (isHanded && handed.isEmpty() && !isAwake()) {
      // The steps do not follow each other closely.
      isHanded = false;
      inARow = 0;
    }
    if (!isHanded && ++inARow <= (isAwake() ? many / AWAKE : many)) {
      step.run();
      return;
    }
    isHanded = true;
    while (!handed.offer(step)) {
      needsRoom = true;
      waitUntil(hasRoom);
      needsRoom = false;
    }
    if (works.get()) {
      worker.ring();
    } else {
      start();
    }
  }

  private void start() {
    if (works.compareAndSet(false, true)) {
      boolean isStarted = false;
      try {
        RuntimeThreads.named(name, this::work).start();
        isStarted = true;
      } finally {
        if (!isStarted) {
          works.set(false);
        }
      }
    }
  }

  /** Whether the own thread has steps, or waits for the next one without sleeping. */
  private boolean isAwake() {
    return works.get() && !worker.isWaitedAt();
  }

  /**
   * Waits until all steps are done. The thread that brings steps may then use what they use, up to
   * the next step.
   *
   * @throws RuntimeException as the constructor says, if a step has failed on the own thread
   */
  public void await() {
    settle();
    throwFailure();
  }

  /** As {@link #await}, but does not throw if a step has failed. */
  public void settle() {
    if (isHanded) {
      waitUntil(allDone);
      isHanded = false;
    }
    inARow = 0;
  }

  /** Waits for the own thread, or does its work if there is none, since an error has ended it. */
  private void waitUntil(BooleanSupplier isEnough) {
    BooleanSupplier news = () -> isEnough.getAsBoolean() || !works.get();
    while (!isEnough.getAsBoolean()) {
      if (works.compareAndSet(false, true)) {
        try {
          doBrought();
        } finally {
          works.set(false);
        }
      } else {
        bringer.sleepUntil(news);
      }
    }
  }

  private void throwFailure() {
    Throwable known = failure;
    if (known instanceof Error error) {
      throw error;
    } else if (known instanceof RuntimeException exception) {
      throw exception;
    } else if (known != null) {
      throw new IllegalStateException(known);
    }
  }

  private void work() {
    try {
      do {
        doAll();
        works.set(false);
        // A step that was brought just before has not started another thread.
      } while (!handed.isEmpty() && works.compareAndSet(false, true));
    } catch (Throwable problem) {
      // Whoever waits for the steps does them.
      works.set(false);
    } finally {
      bringer.ring();
    }
  }

  private void doAll() {
    boolean isIdle = false;
    while (!isIdle) {
      doBrought();
      if (!SpinThenPark.patiently(hasSteps)) {
        long began = System.nanoTime();
        worker.sleepUnless(hasSteps, IDLE_NANOS);
        // Other code may interrupt any thread that it finds.
        Thread.interrupted();
        isIdle = handed.isEmpty() && System.nanoTime() - began >= IDLE_NANOS;
      }
    }
  }

  private boolean hasSteps() {
    return !handed.isEmpty();
  }

  private void doBrought() {
    for (Runnable next = handed.peek(); next != null; next = handed.peek()) {
      doStep(next);
    }
  }

  private void doStep(Runnable next) {
    if (failure == null) {
      try {
        next.run();
      } catch (Throwable problem) {
        failure = tell(problem);
      }
    }
    // A step counts as pending until here.
    handed.removeFirst();
    if (needsRoom ? handed.isHalfEmpty() : handed.isEmpty()) {
      bringer.ring();
    }
  }

  private Throwable tell(Throwable problem) {
    try {
      return failed.apply(problem);
    } catch (Throwable further) {
      return problem;
    }
  }
}
