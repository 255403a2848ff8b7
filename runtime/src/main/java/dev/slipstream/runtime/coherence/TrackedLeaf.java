package dev.slipstream.runtime.coherence;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * One array of primitives that loops have used, or that code without guards may access. The array
 * is not kept from being collected, but tracked until it is: finalizers may read it after weak
 * references to it were cleared. Guarded by the lock of {@link Coherence}.
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

  /** The next entry with the same hash in {@link ArrayTable}; null for the last. */
  @Nullable TrackedLeaf next() {
    return next;
  }

  void next(@Nullable TrackedLeaf another) {
    next = another;
  }

  /** The buffer that it is a part of; null if no loop has used it. */
  @Nullable TrackedBuffer buffer() {
    return buffer;
  }

  /**
   * Makes it a part of a buffer.
   *
   * @param place its index among the leaves
   */
  void belongsTo(TrackedBuffer whole, int place) {
    buffer = whole;
    position = place;
  }

  /** Its index among the leaves of its buffer. */
  int position() {
    return position;
  }

  /** Removes it from its buffer. */
  void isAlone() {
    buffer = null;
  }

  /** Whether code without guards may access it at any time. */
  boolean isSynchronous() {
    return synchronous;
  }

  void makeSynchronous() {
    synchronous = true;
  }
}
