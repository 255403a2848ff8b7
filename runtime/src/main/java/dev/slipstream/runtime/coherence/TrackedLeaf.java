package dev.slipstream.runtime.coherence;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One array of primitives that loops have used, or that code uses which cannot be followed. The
 * array itself is held weakly. Guarded by the lock of {@link Coherence}.
 */
final class TrackedLeaf extends WeakReference<Object> {
  private final int hash;
  private @Nullable TrackedBuffer buffer;
  private boolean synchronous;

  TrackedLeaf(Object array, ReferenceQueue<Object> collected) {
    super(array, collected);
    this.hash = System.identityHashCode(array);
  }

  int identityHash() {
    return hash;
  }

  /** What its elements are a part of on devices; empty if no loop has used it. */
  Optional<TrackedBuffer> buffer() {
    return Optional.ofNullable(buffer);
  }

  /** From now on it is a part of this. */
  void belongsTo(TrackedBuffer whole) {
    buffer = whole;
  }

  /** Devices know it no more. */
  void isAlone() {
    buffer = null;
  }

  /** Whether code that cannot be followed may touch it at any time. */
  boolean isSynchronous() {
    return synchronous;
  }

  void makeSynchronous() {
    synchronous = true;
  }
}
