package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Finds what devices know of arrays. Guarded by the lock of {@link Coherence}. */
final class TrackedBuffers {
  private final FailStopBufferStream stream;
  private final ArrayTable arrays = new ArrayTable();
  private final BuffersOnDevices onDevices;
  private final RowSnapshot kept;
  private long stamps;

  /**
   * @param shortest hears the length of the shortest array of which devices hold something
   * @param heapBytes the most bytes that the heap can have
   */
  TrackedBuffers(FailStopBufferStream stream, IntConsumer shortest, long heapBytes) {
    this.stream = stream;
    this.onDevices = new BuffersOnDevices(shortest);
    this.kept = new RowSnapshot(heapBytes);
  }

  /** Those of which devices hold something. */
  BuffersOnDevices onDevices() {
    return onDevices;
  }

  /** Those whose rows are kept from being collected. */
  RowSnapshot kept() {
    return kept;
  }

  /** The elements of a buffer have changed, or are going to. */
  void changed(TrackedBuffer buffer) {
    buffer.changed(++stamps);
  }

  /** What an array of primitives is a part of on devices. */
  Optional<TrackedBuffer> of(@Nullable Object leaf) {
    if (leaf == null) {
      return Optional.empty();
    }
    Optional<TrackedBuffer> found = arrays.find(leaf).flatMap(TrackedLeaf::buffer);
    // A finalizer may have found it after weak references were cleared.
    found.filter(TrackedBuffer::isFlat).ifPresent(buffer -> view(buffer, leaf));
    return found;
  }

  /** What is known of an array of primitives. */
  Optional<TrackedLeaf> leaf(Object array) {
    return arrays.find(array);
  }

  /** What is known of an array of primitives from now on. */
  TrackedLeaf trackLeaf(Object array) {
    return arrays
        .find(array)
        .orElseGet(
            () -> {
              TrackedLeaf added = new TrackedLeaf(array, arrays.collected());
              arrays.add(added);
              return added;
            });
  }

  /** The buffer that stands for an array with the rows that it has now; if need be a new one. */
  TrackedBuffer track(UsedArray use) {
    return known(use)
        .orElseGet(
            () -> {
              List<Optional<TrackedLeaf>> leaves = new ArrayList<>();
              for (Object leaf : use.shape().leaves()) {
                leaves.add(Optional.ofNullable(leaf).map(this::trackLeaf));
              }
              Object view = LeafShape.view(use.array());
              TrackedBuffer added =
                  new TrackedBuffer(stream.create(view), leaves, use.shape(), view, ++stamps);
              for (int l = 0; l < leaves.size(); l++) {
                int place = l;
                leaves.get(l).ifPresent(part -> part.belongsTo(added, place));
              }
              return added;
            });
  }

  /** What lanes see of an array that a buffer stands for. */
  Object view(TrackedBuffer buffer, Object array) {
    return buffer
        .view()
        .orElseGet(
            () -> {
              Object view = LeafShape.view(array);
              buffer.view(view);
              stream.replace(buffer.buffer(), view);
              return view;
            });
  }

  /** Buffers that hold arrays of primitives which are parts of other arrays now. */
  Set<TrackedBuffer> others(List<UsedArray> uses) {
    Set<TrackedBuffer> others = Set.of();
    for (UsedArray use : uses) {
      if (known(use).isEmpty()) {
        others = others.isEmpty() ? Collections.newSetFromMap(new IdentityHashMap<>()) : others;
        for (Object leaf : use.shape().leaves()) {
          of(leaf).ifPresent(others::add);
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
    boolean isDissolved =
        buffer.leaves().stream()
            .flatMap(Optional::stream)
            .noneMatch(leaf -> leaf.buffer().filter(buffer::equals).isPresent());
    if (!isDissolved) {
      buffer.leaves().forEach(leaf -> leaf.ifPresent(TrackedLeaf::isAlone));
      forget(buffer);
    }
  }

  /** Forgets the arrays that nobody can look at any more. */
  void removeCollected() {
    Consumer<TrackedLeaf> lost =
        leaf -> leaf.buffer().filter(TrackedBuffer::lost).ifPresent(this::forget);
    arrays.removeCollected(lost);
  }

  private void forget(TrackedBuffer buffer) {
    onDevices.remove(buffer);
    kept.remove(buffer);
    stream.forget(buffer.buffer().id());
  }

  private Optional<TrackedBuffer> known(UsedArray use) {
    for (Object leaf : use.shape().leaves()) {
      if (leaf != null) {
        return of(leaf).filter(buffer -> buffer.standsFor(use.shape()));
      }
    }
    return Optional.empty();
  }
}
