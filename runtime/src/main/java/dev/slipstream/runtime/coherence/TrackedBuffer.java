package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.Buffer;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An array of primitives, or all rows of an array of arrays, as one buffer that devices may hold.
 * Guarded by the lock of {@link Coherence}.
 */
final class TrackedBuffer {
  /** The index that stands for any element. */
  static final int ANY = -1;

  private final Buffer buffer;
  private final @Nullable TrackedLeaf[] leaves;
  private final int[] structure;
  private final int shortest;
  private final HostParts parts;
  private final long number;
  private WeakReference<Object> view;
  private @Nullable Object kept;
  private @Nullable WeakRows rows;
  private Region onlyOnDevices = Region.EMPTY;
  private @Nullable RegionMap<Long> lastLeft;
  private long bytes = -1;
  private boolean release;
  private @Nullable LongConsumer lastUser;
  private boolean onDevices;
  private boolean stale;
  private long loops;
  private long contents;
  private int alive;
  private WeakReference<@Nullable TrackedBuffer> next = new WeakReference<>(null);
  private @Nullable Visit ahead;
  private @Nullable Visit begun;

  /**
   * @param leaves the arrays of primitives, in order; null for a row that is null
   * @param view the buffer as lanes see it: the array of primitives, or an array of arrays that no
   *     code changes
   * @param number unique among the numbers of buffers and of contents
   */
  TrackedBuffer(
      Buffer buffer, @Nullable TrackedLeaf[] leaves, LeafShape shape, Object view, long number) {
    this.buffer = buffer;
    this.leaves = leaves;
    this.structure = shape.structure();
    this.shortest = shape.shortest();
    this.parts = new HostParts(buffer.domain());
    this.view = new WeakReference<>(view);
    this.number = number;
    this.contents = number;
    this.alive = leaves().size();
  }

  Buffer buffer() {
    return buffer;
  }

  /** Its arrays of primitives. */
  List<TrackedLeaf> leaves() {
    List<TrackedLeaf> all = new ArrayList<>(leaves.length);
    for (TrackedLeaf leaf : leaves) {
      if (leaf != null) {
        all.add(leaf);
      }
    }
    return all;
  }

  /** The length of its shortest array of primitives. */
  int shortest() {
    return shortest;
  }

  /** Whether it is a single array of primitives, which lanes use directly. */
  boolean isFlat() {
    return structure.length == 0;
  }

  /** The array as lanes see it; null if it was not kept and has been collected. */
  @Nullable Object view() {
    return kept == null ? view.get() : kept;
  }

  void view(Object another) {
    view = new WeakReference<>(another);
  }

  /** Remembers its rows weakly, so that they can be found while something else keeps them. */
  void rememberRows(Object seen) {
    if (rows == null && seen instanceof Object[] outer) {
      rows = new WeakRows(outer);
    }
  }

  /** The array as lanes see it; null if some of its rows were collected. */
  @Nullable Object array() {
    Object seen = view();
    return seen == null && rows != null ? rows.array() : seen;
  }

  /**
   * Elements that loops have written and that are fresh on devices alone, where the log does not
   * contain the loops any more.
   */
  Region onlyOnDevices() {
    return onlyOnDevices;
  }

  /** Adds elements that are fresh on devices alone. */
  void onlyOnDevices(Region part) {
    if (!part.equals(onlyOnDevices)) {
      onlyOnDevices = onlyOnDevices.union(part);
    }
  }

  /**
   * Notes the last task of a loop that has left the log, or a later one after which the host has
   * written.
   *
   * @param part what may have been written
   */
  void leftBy(long task, Region part) {
    RegionMap<Long> known = lastLeft;
    if (known == null) {
      known = new RegionMap<>(buffer.domain(), -1L);
      lastLeft = known;
    }
    known.update(part, task);
  }

  /** The elements that nothing has written after a task, of what has left the log. */
  Region notLeftAfter(long task) {
    RegionMap<Long> known = lastLeft;
    if (known == null) {
      return whole();
    }
    Region part = Region.EMPTY;
    for (RegionMap.Entry<Long> entry : known.query(buffer.domain())) {
      part = entry.value() <= task ? part.union(Region.of(entry.box())) : part;
    }
    return part;
  }

  /** Removes elements that have been copied to the host. */
  void notOnlyOnDevices(Region part) {
    if (!onlyOnDevices.isEmpty()) {
      onlyOnDevices = onlyOnDevices.difference(part);
    }
  }

  /** Whether it is the buffer of this array with its current rows. */
  boolean standsFor(LeafShape array) {
    if (leaves.length != array.leaves().length || !Arrays.equals(structure, array.structure())) {
      return false;
    }
    for (int i = 0; i < leaves.length; i++) {
      Object leaf = array.leaves()[i];
      TrackedLeaf known = leaves[i];
      if (known == null ? leaf != null : !known.refersTo(leaf)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Notes that a loop that uses it was submitted.
   *
   * @param seen the array as lanes see it
   * @param waited is called with the time that threads wait for it, in nanoseconds
   */
  void used(boolean writes, Object seen, LongConsumer waited) {
    onDevices = true;
    lastUser = waited;
    loops++;
    parts.used(writes);
    if (writes) {
      stale = true;
      // Rows may outlive the array that contains them, and the program may read them.
      kept = seen instanceof Object[] ? seen : null;
    }
  }

  /** Identifies the buffer with its rows. */
  long number() {
    return number;
  }

  /** Identifies its contents, as long as devices hold it. */
  long contents() {
    return contents;
  }

  /**
   * Notes that its contents have changed, or are going to.
   *
   * @param stamp a number that was not used before
   */
  void changed(long stamp) {
    contents = stamp;
  }

  /** Whether its rows are kept from being collected. */
  boolean isKept() {
    return kept != null;
  }

  /** Notes that its rows are copied back to the host only so that they need not be kept. */
  void release() {
    release = true;
  }

  /** Whether {@link #release} was ever called. */
  boolean wasReleased() {
    return release;
  }

  /** The number of its arrays of primitives, including those that are null. */
  int rows() {
    return leaves.length;
  }

  /** The size of its rows in bytes while they are kept. */
  long bytes() {
    if (bytes < 0 && kept != null) {
      bytes = ArrayBytes.of(kept);
    }
    return bytes;
  }

  /** Receives the time that threads wait for it; null before the first loop. */
  @Nullable LongConsumer lastUser() {
    return lastUser;
  }

  /**
   * Whether loops may still read the elements, or use what devices hold of them, and the host
   * announces each write. False while the host has a part for itself.
   */
  boolean onDevices() {
    return onDevices && !parts.areAnyAlone();
  }

  /** Makes the host announce each write from now on. */
  void takeFromHost() {
    parts.areNoneAlone();
  }

  /** Whether devices hold nothing valid of it. */
  boolean hasLeftDevices() {
    return !onDevices;
  }

  /** Whether some elements may be stale on the host. */
  boolean isStale() {
    return stale;
  }

  /** All elements, or rows. */
  Region whole() {
    return parts.whole();
  }

  /**
   * The part that an access to one of its arrays of primitives concerns: an element, a row, or
   * everything.
   *
   * @param index of the element; {@link #ANY} for any of them
   */
  Region part(TrackedLeaf leaf, int index) {
    if (structure.length == 1) {
      return single(leaf.position());
    }
    return isFlat() && index != ANY ? single(index) : parts.whole();
  }

  private static Region single(int position) {
    return Region.of(Box.of(position, position + 1L));
  }

  /** Whether some elements of a part may be stale on the host. */
  boolean isStale(Region part) {
    return stale && !parts.areHome(part);
  }

  /** The elements that may be stale on the host, if there are any. */
  Region away() {
    return parts.away();
  }

  /** Whether loops may still read elements of a part, or use what devices hold of them. */
  boolean isOnDevices(Region part) {
    return onDevices && !parts.areAlone(part);
  }

  /** The elements to copy for an access to a part. */
  Region wanted(Region part) {
    return parts.wanted(part);
  }

  /** Whether code without guards may access a part of it at any time. */
  boolean isSynchronous() {
    for (TrackedLeaf leaf : leaves) {
      if (leaf != null && leaf.isSynchronous()) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many loops have used it; shows a thread that has waited whether another loop was submitted
   * meanwhile.
   */
  long loops() {
    return loops;
  }

  /** The buffer that the host read after this one; null if unknown. */
  @Nullable TrackedBuffer next() {
    return next.get();
  }

  /** Notes the buffer that the host read after this one. */
  void next(TrackedBuffer another) {
    if (next.get() != another) {
      next = new WeakReference<>(another);
    }
  }

  /** The prefetch of this buffer, or null; it may be pending. */
  @Nullable Visit ahead() {
    return ahead;
  }

  /** Notes that this buffer is prefetched. */
  void ahead(Visit visit) {
    ahead = visit;
  }

  /** A visit that a thread waits for; null if there is none, or if it need not be known. */
  @Nullable Visit begun() {
    return begun;
  }

  /** Notes that a thread waits for a visit. */
  void begun(Visit visit) {
    begun = visit;
  }

  /** Notes that no thread need wait for a visit any more. */
  @SuppressWarnings("ReferenceEquality") // Another visit of the same elements may have begun.
  void hasEnded(Visit visit) {
    if (begun == visit) {
      begun = null;
    }
  }

  /** Returns {@link #ahead()} to a thread that waits for it now, and removes it. */
  @Nullable Visit takeAhead() {
    Visit taken = ahead;
    ahead = null;
    return taken;
  }

  /** Notes that the elements of a part are fresh on the host. */
  void isHome(Region part) {
    parts.areFreshNow(part);
    if (parts.areHome(parts.whole())) {
      stale = false;
      kept = null;
    }
  }

  /** Notes that devices hold nothing valid of a part. */
  void isOnHostAlone(Region part) {
    isHome(part);
    parts.areAloneNow(part);
    onDevices &= !parts.areAllAlone();
  }

  /** Notes that one of its arrays was collected. Returns whether it was the last. */
  boolean lost() {
    alive--;
    return alive == 0;
  }
}
