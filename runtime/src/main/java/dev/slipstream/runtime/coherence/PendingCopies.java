package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Copies of arrays of primitives, of which some are filled later. Made by one thread; the other
 * methods may be called by any thread then.
 */
final class PendingCopies {
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
  private final List<Part> parts = new ArrayList<>();
  private final CopiedArrays source;

  /** What is copied at once. */
  record Part(LoopLog.Taken taken, BufferStream.CopyOut copying) {}

  /**
   * @param source where a part that devices have not copied may be had instead
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

  /** The copies, by their arrays; not to be looked at before they are there. */
  IdentityHashMap<Object, Object> copies() {
    return new IdentityHashMap<>(copies);
  }

  /** Whether waiting would return, or throw, at once. */
  boolean areOver() {
    for (Part part : parts) {
      if (!part.copying().isOver()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Has something done whenever a part of them is over.
   *
   * @param action may be run by any thread; must not block, take memory or throw
   */
  void whenOver(Runnable action) {
    for (Part part : parts) {
      part.copying().whenOver(action);
    }
  }

  /**
   * Waits until all copies are there.
   *
   * @throws SlipstreamException if some never will be
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
