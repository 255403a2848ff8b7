package dev.slipstream.agent.guard;

import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.runtime.SlipstreamException;
import dev.slipstream.runtime.log.Log;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what guards find to the runtime, which is started when the first loop is found. Until
 * then nothing is on a device, and what holds for longer is kept. Thread-safe.
 */
public final class GuardConnection implements ArrayGuard {
  /** Programs without loops are not to pay for more. */
  private static final int MOST_ARRAYS = 10_000;

  private final Log log;
  private final Set<String> reasons = new LinkedHashSet<>();
  private final Set<KeptArray> kept = new LinkedHashSet<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
  private volatile @Nullable ArrayGuard runtime;

  public GuardConnection(Log log) {
    this.log = log;
  }

  /**
   * Connects the runtime, which is told at once what was found before. To be called once, before
   * the first loop is submitted.
   *
   * @param started the runtime's side
   */
  public synchronized void connect(ArrayGuard started) {
    reasons.forEach(started::unguarded);
    for (KeptArray array : kept) {
      Object referent = array.get();
      if (referent != null) {
        started.synchronous(referent);
      }
    }
    kept.clear();
    runtime = started;
  }

  /** Because of what loops are not deferred, each reason once. */
  public synchronized Set<String> reasons() {
    return new LinkedHashSet<>(reasons);
  }

  @Override
  public void reads(Object array) {
    pass(next -> next.reads(array));
  }

  @Override
  public void writes(Object array) {
    pass(next -> next.writes(array));
  }

  @Override
  public void written(Object array) {
    pass(next -> next.written(array));
  }

  @Override
  public void fence() {
    pass(ArrayGuard::fence);
  }

  @Override
  public void synchronous(Object array) {
    if (runtime == null && !keep(array)) {
      unguarded(
          "code of the JDK was given more than "
              + MOST_ARRAYS
              + " arrays to keep before the first loop was found");
    }
    pass(next -> next.synchronous(array));
  }

  /** Says whether the array is remembered, or the runtime is there. */
  private synchronized boolean keep(Object array) {
    if (runtime != null) {
      return true;
    }
    for (Reference<?> gone = collected.poll(); gone != null; gone = collected.poll()) {
      kept.remove(gone);
    }
    if (kept.size() < MOST_ARRAYS) {
      kept.add(new KeptArray(array, collected));
      return true;
    }
    return false;
  }

  @Override
  public void unguarded(String reason) {
    synchronized (this) {
      if (!reasons.add(reason)) {
        return;
      }
    }
    log.debug(() -> "loops are not deferred: " + reason);
    pass(next -> next.unguarded(reason));
  }

  /** Nothing of the agent's own may end the program, but what is lost must not go unnoticed. */
  private void pass(Consumer<ArrayGuard> call) {
    ArrayGuard next = runtime;
    if (next == null) {
      return;
    }
    try {
      call.accept(next);
    } catch (SlipstreamException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new SlipstreamException(
          "what loops have computed may be lost, because of an error in the agent: "
              + e
              + "; slipstream.deferred=false does without what failed",
          e);
    }
  }

  /** An array by its identity, held weakly. */
  private static final class KeptArray extends WeakReference<Object> {
    private final int hash;

    KeptArray(Object array, ReferenceQueue<Object> collected) {
      super(array, collected);
      this.hash = System.identityHashCode(array);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof KeptArray array
              && array.hash == hash
              && array.get() != null
              && array.refersTo(get()));
    }
  }
}
