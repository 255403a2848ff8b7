package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What devices hold as one buffer: an array of primitives, or all rows of an array of arrays.
 * Guarded by the lock of {@link Coherence}.
 */
final class TrackedBuffer {
  private final Buffer buffer;
  private final List<Optional<TrackedLeaf>> leaves;
  private final int[] structure;
  private final int shortest;
  private WeakReference<Object> view;
  private @Nullable Object kept;
  private LongConsumer lastUser = nanos -> {};
  private boolean onDevices;
  private boolean stale;
  private long loops;
  private int alive;

  /**
   * @param leaves the arrays of primitives, in their order; empty where there is a null
   * @param view what lanes see: the array of primitives, or an array of arrays that nobody changes
   */
  TrackedBuffer(Buffer buffer, List<Optional<TrackedLeaf>> leaves, LeafShape shape, Object view) {
    this.buffer = buffer;
    this.leaves = List.copyOf(leaves);
    this.structure = shape.structure();
    this.shortest = shape.shortest();
    this.view = new WeakReference<>(view);
    this.alive = (int) leaves.stream().filter(Optional::isPresent).count();
  }

  Buffer buffer() {
    return buffer;
  }

  List<Optional<TrackedLeaf>> leaves() {
    return leaves;
  }

  /** The length of its shortest array of primitives. */
  int shortest() {
    return shortest;
  }

  /** What lanes see; empty if nobody has kept it. */
  Optional<Object> view() {
    return Optional.ofNullable(kept == null ? view.get() : kept);
  }

  void view(Object another) {
    view = new WeakReference<>(another);
  }

  /** Whether it stands for this array, with the rows that it has now. */
  boolean standsFor(LeafShape array) {
    if (leaves.size() != array.leaves().length || !Arrays.equals(structure, array.structure())) {
      return false;
    }
    for (int i = 0; i < leaves.size(); i++) {
      Object leaf = array.leaves()[i];
      Optional<TrackedLeaf> known = leaves.get(i);
      if (known.isPresent() ? !known.get().refersTo(leaf) : leaf != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * A loop that uses it was submitted.
   *
   * @param seen what lanes see of it
   * @param waited hears how long others wait for it, in nanoseconds
   */
  void used(boolean writes, Object seen, LongConsumer waited) {
    onDevices = true;
    lastUser = waited;
    loops++;
    if (writes) {
      stale = true;
      // Rows may outlive the array that holds them, and somebody may look at them.
      kept = seen instanceof Object[] ? seen : null;
    }
  }

  /** Who hears how long others wait for it. */
  LongConsumer lastUser() {
    return lastUser;
  }

  /** Whether loops may still read the elements, or use what devices hold of them. */
  boolean onDevices() {
    return onDevices;
  }

  /** Whether some elements may not be in their array yet. */
  boolean isStale() {
    return stale;
  }

  /** Whether code that cannot be followed may touch a part of it at any time. */
  boolean isSynchronous() {
    for (Optional<TrackedLeaf> leaf : leaves) {
      if (leaf.isPresent() && leaf.get().isSynchronous()) {
        return true;
      }
    }
    return false;
  }

  /** How many loops have used it; tells who has waited whether there was another meanwhile. */
  long loops() {
    return loops;
  }

  /** Its elements are there. */
  void isHome() {
    stale = false;
    kept = null;
  }

  /** Devices hold nothing of it that counts. */
  void isOnHostAlone() {
    isHome();
    onDevices = false;
  }

  /** One of its arrays is gone; whether it was the last. */
  boolean lost() {
    alive--;
    return alive == 0;
  }
}
