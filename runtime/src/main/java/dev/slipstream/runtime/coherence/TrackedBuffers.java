package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Finds the buffers of arrays. Guarded by the lock of {@link Coherence}. */
final class TrackedBuffers {
  private final FailStopBufferStream stream;
  private final ArrayTable arrays = new ArrayTable();
  private final Set<TrackedBuffer> onDevices = new LinkedHashSet<>();
  private final IntConsumer shortest;
  private final RowSnapshot kept;
  private int shortestOnDevices = Integer.MAX_VALUE;
  private long stamps;

  /**
   * @param shortest is called with the length of the shortest array of which devices hold something
   *     whenever it changes; with the greatest int if there is no array
   * @param heapBytes the maximum size of the heap
   */
  TrackedBuffers(FailStopBufferStream stream, IntConsumer shortest, long heapBytes) {
    this.stream = stream;
    this.shortest = shortest;
    this.kept = new RowSnapshot(heapBytes);
  }

  boolean areAnyOnDevices() {
    return !onDevices.isEmpty();
  }

  boolean isOnDevices(TrackedBuffer buffer) {
    return onDevices.contains(buffer);
  }

  /**
   * A copy of the set of buffers of which devices hold something; devices may fail, and buffers
   * leave, meanwhile.
   */
  List<TrackedBuffer> onDevices() {
    return List.copyOf(onDevices);
  }

  /** The buffers with elements that may be stale on the host. */
  List<TrackedBuffer> stale() {
    List<TrackedBuffer> stale = new ArrayList<>();
    for (TrackedBuffer buffer : onDevices) {
      if (buffer.isStale()) {
        stale.add(buffer);
      }
    }
    return stale;
  }

  /** Notes that devices hold something of a buffer. */
  void addOnDevices(TrackedBuffer buffer) {
    onDevices.add(buffer);
    tellShortest(Math.min(shortestOnDevices, buffer.shortest()));
  }

  /** Notes that devices hold nothing of it any more. */
  void removeFromDevices(TrackedBuffer buffer) {
    if (onDevices.remove(buffer) && buffer.shortest() <= shortestOnDevices) {
      int least = Integer.MAX_VALUE;
      for (TrackedBuffer other : onDevices) {
        least = Math.min(least, other.shortest());
      }
      tellShortest(least);
    }
  }

  private void tellShortest(int length) {
    if (length != shortestOnDevices) {
      shortestOnDevices = length;
      shortest.accept(length);
    }
  }

  /** The buffers whose rows are kept from being collected. */
  RowSnapshot kept() {
    return kept;
  }

  /** Gives the contents of a buffer a new number, since they have changed, or are going to. */
  void changed(TrackedBuffer buffer) {
    buffer.changed(++stamps);
  }

  /** Returns the buffer of an array of primitives; null if it has none. */
  @Nullable TrackedBuffer of(@Nullable Object leaf) {
    TrackedLeaf known = leaf == null ? null : arrays.find(leaf);
    TrackedBuffer found = known == null ? null : known.buffer();
    if (leaf != null && found != null) {
      isReached(found, leaf);
    }
    return found;
  }

  /** A finalizer may have reached one of its arrays after weak references were cleared. */
  void isReached(TrackedBuffer buffer, Object leaf) {
    if (buffer.isFlat()) {
      view(buffer, leaf);
    }
  }

  /**
   * Whether an array of primitives may have an entry. May be called without the lock: a loop that
   * used the array before, in the order of the program, is not missed.
   */
  boolean mayKnow(Object array) {
    return arrays.mayHave(array);
  }

  /** Returns the entry of an array of primitives; null if there is none. */
  @Nullable TrackedLeaf leaf(Object array) {
    return arrays.find(array);
  }

  /** Returns the entry of an array of primitives; adds one if there is none. */
  TrackedLeaf trackLeaf(Object array) {
    return arrays.findOrAdd(array);
  }

  /** Returns the buffer of an array with its current rows; creates one if necessary. */
  TrackedBuffer track(LoopArray use) {
    TrackedBuffer known = known(use);
    if (known != null) {
      return known;
    }
    @Nullable Object[] rows = use.shape().leaves();
    @Nullable TrackedLeaf[] leaves = new @Nullable TrackedLeaf[rows.length];
    for (int l = 0; l < leaves.length; l++) {
      Object leaf = rows[l];
      leaves[l] = leaf == null ? null : trackLeaf(leaf);
    }
    Object view = LeafShape.view(use.array());
    TrackedBuffer added =
        new TrackedBuffer(stream.create(view), leaves, use.shape(), view, ++stamps);
    for (int l = 0; l < leaves.length; l++) {
      TrackedLeaf leaf = leaves[l];
      if (leaf != null) {
        leaf.belongsTo(added, l);
      }
    }
    return added;
  }

  /** The array of a buffer as lanes see it. */
  Object view(TrackedBuffer buffer, Object array) {
    Object seen = buffer.view();
    if (seen == null) {
      seen = LeafShape.view(array);
      buffer.view(seen);
      stream.replace(buffer.buffer(), seen);
    }
    return seen;
  }

  /** The buffers that contain arrays of primitives which now belong to other arrays. */
  Set<TrackedBuffer> others(List<LoopArray> uses) {
    Set<TrackedBuffer> others = Set.of();
    for (LoopArray use : uses) {
      if (known(use) == null) {
        others = others.isEmpty() ? new LinkedHashSet<>() : others;
        for (Object leaf : use.shape().leaves()) {
          TrackedBuffer other = of(leaf);
          if (other != null) {
            others.add(other);
          }
        }
      }
    }
    return others;
  }

  /**
   * Separates arrays from their buffer. Another thread may have done this before; its arrays that
   * belong to other buffers by now stay there.
   */
  void dissolve(TrackedBuffer buffer) {
    boolean isWhole = false;
    for (TrackedLeaf leaf : buffer.leaves()) {
      isWhole |= leaf.buffer() == buffer;
    }
    if (isWhole) {
      for (TrackedLeaf leaf : buffer.leaves()) {
        leaf.isAlone();
      }
      forget(buffer);
    }
  }

  /** Forgets the arrays that were collected. */
  void removeCollected() {
    for (TrackedLeaf leaf = arrays.removeCollected();
        leaf != null;
        leaf = arrays.removeCollected()) {
      TrackedBuffer buffer = leaf.buffer();
      if (buffer != null && buffer.lost()) {
        forget(buffer);
      }
    }
  }

  /**
   * Gives all arrays to the host alone; their buffers belonged to a stream that does not exist any
   * more.
   */
  void dissolveAll() {
    for (TrackedBuffer buffer : onDevices()) {
      removeFromDevices(buffer);
      kept.remove(buffer);
    }
    arrays.forEach(TrackedLeaf::isAlone);
  }

  private void forget(TrackedBuffer buffer) {
    removeFromDevices(buffer);
    kept.remove(buffer);
    stream.forget(buffer.buffer().id());
  }

  private @Nullable TrackedBuffer known(LoopArray use) {
    for (Object leaf : use.shape().leaves()) {
      if (leaf != null) {
        TrackedBuffer buffer = of(leaf);
        return buffer != null && buffer.standsFor(use.shape()) ? buffer : null;
      }
    }
    return null;
  }
}
