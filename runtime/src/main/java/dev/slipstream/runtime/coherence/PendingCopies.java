package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Copies of arrays of primitives, some of which are filled later. Created by one thread; then any
 * thread may call the other methods.
 */
final class PendingCopies {
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
  private final List<Part> parts = new ArrayList<>();
  private final CopiedArrays source;

  /** One part of an array, with its entry in the log and its copy in progress. */
  record Part(LoopLog.Taken taken, BufferStream.CopyOut copying) {}

  /**
   * @param source copies a part in another way if the devices have not copied it
   */
  PendingCopies(CopiedArrays source) {
    this.source = source;
  }

  void add(Object array, Object copy) {
    copies.put(array, copy);
  }

  void add(Part part) {
    parts.add(part);
  }

  boolean has(Object array) {
    return copies.containsKey(array);
  }

  /** The copies, by their arrays; must not be accessed before all copies are over. */
  IdentityHashMap<Object, Object> copies() {
    return new IdentityHashMap<>(copies);
  }

  /** Whether {@link #await} would return, or throw, immediately. */
  boolean areOver() {
    for (Part part : parts) {
      if (!part.copying().isOver()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Runs an action each time one of the copies is over.
   *
   * @param action may be run by any thread; must not block, allocate or throw
   */
  void whenOver(Runnable action) {
    for (Part part : parts) {
      part.copying().whenOver(action);
    }
  }

  /**
   * Waits until all copies are complete.
   *
   * @throws SlipstreamException if some copies fail
   */
  void await() {
    for (Part part : parts) {
      try {
        part.copying().await();
        part.taken().done();
      } catch (ExecutionFailedException failure) {
        source.recover(part.taken(), failure);
      }
    }
  }
}
