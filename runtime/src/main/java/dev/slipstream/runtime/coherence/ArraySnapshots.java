package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the program's arrays that are made in the background and complete futures. Actions that
 * depend on such a future are code of the program. They run on a separate thread that does no work
 * for devices and for whose end nothing else waits. So they see arrays as the program does, and may
 * wait for other threads.
 *
 * <p>While copies are pending, a further thread keeps the JVM alive after the program's last thread
 * has ended; otherwise actions that depend on the copies would never run. That thread runs no code
 * of the program. Thread-safe.
 */
final class ArraySnapshots {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final List<Delivery> pending = new ArrayList<>();
  private final List<Thread> delivering = new ArrayList<>();
  private final Coherence coherence;
  private final BooleanSupplier over;
  private final Log log;
  private volatile @Nullable Thread keeper;

  /**
   * @param over whether the JVM is ending and devices have been released
   */
  ArraySnapshots(Coherence coherence, BooleanSupplier over, Log log) {
    this.coherence = coherence;
    this.over = over;
    this.log = log;
  }

  /**
   * A copy that is being made.
   *
   * @param loader the context class loader of the thread that asked for it
   */
  private record Delivery(
      PendingCopies copies,
      Object copy,
      CompletableFuture<Object> future,
      @Nullable ClassLoader loader) {}

  /**
   * Copies an array as it is once all loops submitted before have run.
   *
   * @param array an array; of an array of arrays, every array that its static type reaches is
   *     copied, each once
   * @param from the first element that is needed, of an array of primitives
   * @param to the index after the last one; the copy need not contain other elements
   * @return completes with the copy, or with the error if results are lost
   */
  CompletableFuture<Object> of(Object array, int from, int to) {
    PendingCopies copies;
    try {
      copies = copy(array, from, to);
    } catch (SlipstreamException lost) {
      return CompletableFuture.failedFuture(lost);
    }
    Object copy = copied(array, copies.copies());
    if (copies.areOver()) {
      try {
        copies.await();
        return CompletableFuture.completedFuture(copy);
      } catch (SlipstreamException lost) {
        return CompletableFuture.failedFuture(lost);
      }
    }
    return later(copies, copy);
  }

  private PendingCopies copy(Object array, int from, int to) {
    if (!(array instanceof Object[])) {
      return coherence.copies().copy(array, from, to);
    }
    // Keeps the program's order, as all code that copies does. Arrays are equal only to themselves.
    Set<Object> leaves = new LinkedHashSet<>();
    collect(array, leaves);
    return coherence.copies().copy(leaves);
  }

  private static void collect(Object array, Set<Object> leaves) {
    if (array.getClass().getComponentType().isPrimitive()) {
      leaves.add(array);
    } else if (array.getClass().getComponentType().isArray()) {
      for (Object row : (Object[]) array) {
        if (row != null) {
          collect(row, leaves);
        }
      }
    }
  }

  private static Object copied(Object array, IdentityHashMap<Object, Object> copies) {
    Object known = copies.get(array);
    if (known != null) {
      return known;
    }
    Object[] copy = ((Object[]) array).clone();
    if (array.getClass().getComponentType().isArray()) {
      for (int r = 0; r < copy.length; r++) {
        if (copy[r] != null) {
          copy[r] = copied(copy[r], copies);
        }
      }
    }
    copies.put(array, copy);
    return copy;
  }

  /**
   * A future that completes with the copy when all parts of it are complete, or with the error if
   * parts are lost.
   */
  private CompletableFuture<Object> later(PendingCopies copies, Object copy) {
    CompletableFuture<Object> future = new CompletableFuture<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    synchronized (this) {
      if (keeper == null) {
        Thread started = RuntimeThreads.named("slipstream-snapshots", this::keep);
        started.setDaemon(false);
        started.start();
        keeper = started;
      }
      pending.add(new Delivery(copies, copy, future, loader));
    }
    copies.whenOver(this::wake);
    return future;
  }

  private void wake() {
    LockSupport.unpark(keeper);
  }

  private void keep() {
    boolean ended = false;
    while (!ended) {
      try {
        deliver();
        LockSupport.parkNanos(this, LOOK_NANOS);
        ended = hasEnded();
      } catch (OutOfMemoryError full) {
        // Waiters on a future would wait forever if this thread ended.
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
    }
  }

  private synchronized void deliver() {
    for (int d = 0; d < pending.size(); ) {
      if (pending.get(d).copies().areOver() && starts(pending.get(d))) {
        pending.remove(d);
      } else {
        d++;
      }
    }
  }

  /**
   * Starts the delivery on a new thread; if no thread can be created, the delivery stays pending.
   */
  private boolean starts(Delivery delivery) {
    Thread thread =
        new Thread(null, () -> complete(delivery), "snapshot", 0, /* inheritThreadLocals= */ false);
    thread.setDaemon(false);
    thread.setContextClassLoader(delivery.loader());
    delivering.add(thread);
    try {
      thread.start();
      return true;
    } catch (OutOfMemoryError noThread) {
      delivering.remove(thread);
      return false;
    }
  }

  private void complete(Delivery delivery) {
    try {
      delivery.copies().await();
      delivery.future().complete(delivery.copy());
    } catch (SlipstreamException lost) {
      // If the JVM is ending, that is why they are lost, and nothing needs to know any more.
      if (!over.getAsBoolean()) {
        delivery.future().completeExceptionally(lost);
      }
    } catch (RuntimeException | Error failure) {
      delivery.future().completeExceptionally(failure);
    } finally {
      synchronized (this) {
        delivering.remove(Thread.currentThread());
      }
    }
  }

  private synchronized boolean hasEnded() {
    if (pending.isEmpty()
        || over.getAsBoolean()
        || (!isAnyAwaited() && ProgramThreads.haveEnded())) {
      keeper = null;
      return true;
    }
    return false;
  }

  private boolean isAnyAwaited() {
    return pending.stream().anyMatch(delivery -> delivery.future().getNumberOfDependents() > 0);
  }

  /**
   * Waits, while the JVM ends, until the actions that depend on copies are complete, as if the
   * program had waited for its loops. Returns immediately if a signal ends the JVM.
   *
   * @param limit the longest time to wait
   */
  void awaitDependents(Duration limit) {
    long start = System.nanoTime();
    while (isAnybodyAtWork() && !ProgramThreads.endBySignal()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        log.warn(
            "the program ended while snapshots were pending, and what depends on them has not run:"
                + " wait for the future before System.exit (CompletableFuture.join)");
        return;
      }
      LockSupport.parkNanos(this, LOOK_NANOS / 10);
    }
  }

  private synchronized boolean isAnybodyAtWork() {
    return isAnyAwaited() || delivering.stream().anyMatch(thread -> !ProgramThreads.endBy(thread));
  }
}
