package dev.slipstream.runtime.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Finds what devices know of arrays. Guarded by the lock of {@link Coherence}. */
final class TrackedBuffers {
  private final FailStopBufferStream stream;
  private final StackRoom room;
  private final Deque<TrackedBuffer> gone = new ArrayDeque<>();
  private final ArrayTable arrays = new ArrayTable();
  private final Set<TrackedBuffer> onDevices = new LinkedHashSet<>();
  private final IntConsumer shortest;
  private final RowSnapshot kept;
  private int shortestOnDevices = Integer.MAX_VALUE;
  private long stamps;

  /**
   * @param shortest is called with the length of the shortest array of which devices hold something
   *     whenever it changes; with the greatest int if there is no array
   * @param heapBytes the most bytes that the heap can have
   */
  TrackedBuffers(
      FailStopBufferStream stream, StackRoom room, IntConsumer shortest, long heapBytes) {
    this.stream = stream;
    this.room = room;
    this.shortest = shortest;
    this.kept = new RowSnapshot(heapBytes);
  }

  boolean areAnyOnDevices() {
    return !onDevices.isEmpty();
  }

  boolean isOnDevices(TrackedBuffer buffer) {
    return onDevices.contains(buffer);
  }

  /** Those of which devices hold something at this moment: devices may fail, and buffers leave. */
  List<TrackedBuffer> onDevices() {
    return List.copyOf(onDevices);
  }

  /** Those of which some elements may not be in their arrays. */
  List<TrackedBuffer> stale() {
    List<TrackedBuffer> stale = new ArrayList<>();
    for (TrackedBuffer buffer : onDevices) {
      if (buffer.isStale()) {
        stale.add(buffer);
      }
    }
    return stale;
  }

  /** From now on devices hold something of a buffer. */
  void addOnDevices(TrackedBuffer buffer) {
    onDevices.add(buffer);
    tellShortest(Math.min(shortestOnDevices, buffer.shortest()));
  }

  /** Devices hold nothing of it any more. */
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

  /** Those whose rows are kept from being collected. */
  RowSnapshot kept() {
    return kept;
  }

  /** The elements of a buffer have changed, or are going to. */
  void changed(TrackedBuffer buffer) {
    buffer.changed(++stamps);
  }

  /** What an array of primitives is a part of on devices; null if it is of nothing. */
  @Nullable TrackedBuffer of(@Nullable Object leaf) {
    TrackedLeaf known = leaf == null ? null : arrays.find(leaf);
    TrackedBuffer found = known == null ? null : known.buffer();
    if (leaf != null && found != null && found.isFlat()) {
      // A finalizer may have found it after weak references were cleared.
      view(found, leaf);
    }
    return found;
  }

  /** What is known of an array of primitives; null if nothing is. */
  @Nullable TrackedLeaf leaf(Object array) {
    return arrays.find(array);
  }

  /** What is known of an array of primitives from now on. */
  TrackedLeaf trackLeaf(Object array) {
    return arrays.findOrAdd(array);
  }

  /** The buffer that stands for an array with the rows that it has now; if need be a new one. */
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

  /** What lanes see of an array that a buffer stands for. */
  Object view(TrackedBuffer buffer, Object array) {
    Object seen = buffer.view();
    if (seen == null) {
      seen = LeafShape.view(array);
      buffer.view(seen);
      stream.replace(buffer.buffer(), seen);
    }
    return seen;
  }

  /** Buffers that hold arrays of primitives which are parts of other arrays now. */
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
   * The arrays of a buffer are not parts of it any more. Another thread may have seen to that
   * before; then they may be parts of others now, and stay so.
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

  /**
   * Forgets the arrays that nobody can look at any more.
   *
   * @throws StackOverflowError if the stack has no room for that; it is made up for later
   */
  void removeCollected() {
    for (TrackedLeaf leaf = arrays.removeCollected();
        leaf != null;
        leaf = arrays.removeCollected()) {
      TrackedBuffer buffer = leaf.buffer();
      if (buffer != null && buffer.lost()) {
        gone.add(buffer);
      }
    }
    while (!gone.isEmpty()) {
      room.require();
      forget(gone.remove());
    }
  }

  /** All arrays are the host's alone; what stood for them belongs to a stream that is no more. */
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
