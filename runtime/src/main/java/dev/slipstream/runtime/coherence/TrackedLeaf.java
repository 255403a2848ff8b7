package dev.slipstream.runtime.coherence;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * One array of primitives that loops have used, or that code uses which cannot be followed. The
 * array itself is not kept from being collected, but known until it is: finalizers may look at it
 * when weak references to it have been cleared. Guarded by the lock of {@link Coherence}.
 */
final class TrackedLeaf extends PhantomReference<Object> {
  private final int hash;
  private @Nullable TrackedLeaf next;
  private @Nullable TrackedBuffer buffer;
  private int position;
  private boolean synchronous;

  TrackedLeaf(Object array, ReferenceQueue<Object> collected) {
    super(array, collected);
    this.hash = System.identityHashCode(array);
  }

  int identityHash() {
    return hash;
  }

  /** Another one with the same hash, where {@link ArrayTable} keeps it; null behind the last. */
  @Nullable TrackedLeaf next() {
    return next;
  }

  void next(@Nullable TrackedLeaf another) {
    next = another;
  }

  /** What its elements are a part of on devices; null if no loop has used it. */
  @Nullable TrackedBuffer buffer() {
    return buffer;
  }

  /**
   * From now on it is a part of this.
   *
   * @param place where it is among the leaves
   */
  void belongsTo(TrackedBuffer whole, int place) {
    buffer = whole;
    position = place;
  }

  /** Where it is among the leaves of what it is a part of. */
  int position() {
    return position;
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
