package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Copies of the program's arrays that it need not wait for. Thread-safe. */
final class ArraySnapshots {
  private final Coherence coherence;
  private final Deliveries deliveries;

  ArraySnapshots(Coherence coherence, Deliveries deliveries) {
    this.coherence = coherence;
    this.deliveries = deliveries;
  }

  /**
   * Copies an array as it is now, where the loops that are submitted have run.
   *
   * @param array an array; of an array of arrays all are copied that its type names, each once
   * @return has the copy later; or the error, if results are lost
   */
  CompletableFuture<Object> of(Object array) {
    Set<Object> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(array, leaves);
    PendingCopies copies;
    try {
      copies = coherence.copy(leaves);
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
    return deliveries.add(copies, copy);
  }

  /**
   * The JVM is about to end: waits until what depends on copies is over.
   *
   * @see Deliveries#awaitDependents
   */
  void awaitDependents(Duration limit) {
    deliveries.awaitDependents(limit);
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
}
