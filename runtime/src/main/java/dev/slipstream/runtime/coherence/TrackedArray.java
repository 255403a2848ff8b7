package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * What is known of one array that loops have used. The array itself is held weakly. Guarded by the
 * lock of {@link Coherence}.
 */
final class TrackedArray extends WeakReference<Object> {
  private final int hash;
  private final Buffer buffer;
  private boolean onDevices;
  private boolean stale;
  private boolean synchronous;
  private long loops;

  TrackedArray(Object array, Buffer buffer, ReferenceQueue<Object> collected) {
    super(array, collected);
    this.hash = System.identityHashCode(array);
    this.buffer = buffer;
  }

  Buffer buffer() {
    return buffer;
  }

  int identityHash() {
    return hash;
  }

  /** A loop that uses it was submitted. */
  void used(boolean writes) {
    onDevices = true;
    stale |= writes;
    loops++;
  }

  /** Whether loops may still read the array's elements, or use what devices hold of them. */
  boolean onDevices() {
    return onDevices;
  }

  /** Whether some elements may not be in the array yet. */
  boolean isStale() {
    return stale;
  }

  /** Whether code that cannot be followed may touch it at any time. */
  boolean isSynchronous() {
    return synchronous;
  }

  void makeSynchronous() {
    synchronous = true;
  }

  /** How many loops have used it; tells who has waited whether there was another meanwhile. */
  long loops() {
    return loops;
  }

  /** Its elements are there. */
  void isHome() {
    stale = false;
  }

  /** Devices hold nothing of it that counts. */
  void isOnHostAlone() {
    stale = false;
    onDevices = false;
  }
}
