package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What devices hold as one buffer: an array of primitives, or all rows of an array of arrays.
 * Guarded by the lock of {@link Coherence}.
 */
final class TrackedBuffer {
  /** Stands for the index of an element that is not known. */
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
  private long lastLeft = -1;
  private long bytes = -1;
  private boolean letGo;
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
   * @param leaves the arrays of primitives, in their order; null where there is none
   * @param view what lanes see: the array of primitives, or an array of arrays that nobody changes
   * @param number one that no other buffer has, and no contents
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

  /** Whether it is a single array of primitives, which lanes see as it is. */
  boolean isFlat() {
    return structure.length == 0;
  }

  /** What lanes see; null if nobody has kept it. */
  @Nullable Object view() {
    return kept == null ? view.get() : kept;
  }

  void view(Object another) {
    view = new WeakReference<>(another);
  }

  /** From now on its rows can be found for as long as somebody keeps them. */
  void rememberRows(Object seen) {
    if (rows == null && seen instanceof Object[] outer) {
      rows = new WeakRows(outer);
    }
  }

  /** What lanes would see; null if some of its rows are gone. */
  @Nullable Object array() {
    Object seen = view();
    return seen == null && rows != null ? rows.array() : seen;
  }

  /** Elements that loops have written, of which the log of loops knows no more how. */
  Region onlyOnDevices() {
    return onlyOnDevices;
  }

  /** There are more of them. */
  void onlyOnDevices(Region part) {
    if (!part.equals(onlyOnDevices)) {
      onlyOnDevices = onlyOnDevices.union(part);
    }
  }

  /** The log of loops has forgotten one that has written to it, whose last task this is. */
  void leftBy(long task) {
    lastLeft = task;
  }

  /** The last task of the loops that the log has forgotten; negative if there is none. */
  long lastLeft() {
    return lastLeft;
  }

  /** Some of them have come to the host. */
  void notOnlyOnDevices(Region part) {
    if (!onlyOnDevices.isEmpty()) {
      onlyOnDevices = onlyOnDevices.difference(part);
    }
  }

  /** Whether it stands for this array, with the rows that it has now. */
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
   * A loop that uses it was submitted.
   *
   * @param seen what lanes see of it
   * @param waited is called with the time that others wait for it, in nanoseconds
   */
  void used(boolean writes, Object seen, LongConsumer waited) {
    onDevices = true;
    lastUser = waited;
    loops++;
    parts.used(writes);
    if (writes) {
      stale = true;
      // Rows may outlive the array that holds them, and somebody may look at them.
      kept = seen instanceof Object[] ? seen : null;
    }
  }

  /** Stands for it with its rows. */
  long number() {
    return number;
  }

  /** Stands for its contents, as long as devices hold it. */
  long contents() {
    return contents;
  }

  /**
   * Its contents may have changed, or are going to.
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

  /** Its rows are brought home only so that they need not be kept. */
  void letGo() {
    letGo = true;
  }

  /** Whether that was so some time. */
  boolean wasLetGo() {
    return letGo;
  }

  /** The size of its rows while they are kept. */
  long bytes() {
    if (bytes < 0 && kept != null) {
      bytes = ArrayBytes.of(kept);
    }
    return bytes;
  }

  /** Is called with the time that others wait for it; null before the first loop. */
  @Nullable LongConsumer lastUser() {
    return lastUser;
  }

  /**
   * Whether loops may still read the elements, or use what devices hold of them, and the host says
   * of each before it writes it. Not so while it has a part for itself.
   */
  boolean onDevices() {
    return onDevices && !parts.areAnyAlone();
  }

  /** From now on the host says of each element before it writes it. */
  void takeFromHost() {
    parts.areNoneAlone();
  }

  /** Whether devices hold nothing of it that counts. */
  boolean hasLeftDevices() {
    return !onDevices;
  }

  /** Whether some elements may not be in their array yet. */
  boolean isStale() {
    return stale;
  }

  /** All elements, or rows. */
  Region whole() {
    return parts.whole();
  }

  /**
   * What a look at one of its arrays of primitives concerns: an element, a row, or everything.
   *
   * @param index of the element that is looked at; {@link #ANY} for any of them
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

  /** Whether some elements of a part may not be in their array yet. */
  boolean isStale(Region part) {
    return stale && !parts.areHome(part);
  }

  /** The elements that may not be in their array yet, if some are not. */
  Region away() {
    return parts.away();
  }

  /** Whether loops may still read elements of a part, or use what devices hold of them. */
  boolean isOnDevices(Region part) {
    return onDevices && !parts.areAlone(part);
  }

  /** What to copy for somebody who looks at a part. */
  Region wanted(Region part) {
    return parts.wanted(part);
  }

  /** Whether code that cannot be followed may touch a part of it at any time. */
  boolean isSynchronous() {
    for (TrackedLeaf leaf : leaves) {
      if (leaf != null && leaf.isSynchronous()) {
        return true;
      }
    }
    return false;
  }

  /** How many loops have used it; tells who has waited whether there was another meanwhile. */
  long loops() {
    return loops;
  }

  /** What the host looked at after it; null if that is not known. */
  @Nullable TrackedBuffer next() {
    return next.get();
  }

  /** The host looked at another one after it. */
  void next(TrackedBuffer another) {
    if (next.get() != another) {
      next = new WeakReference<>(another);
    }
  }

  /** What was asked for before anybody looked at it, or null; it may not be there yet. */
  @Nullable Visit ahead() {
    return ahead;
  }

  /** It is asked for before anybody looks at it. */
  void ahead(Visit visit) {
    ahead = visit;
  }

  /** A visit that somebody waits for; null if there is none, or it is not to be known. */
  @Nullable Visit begun() {
    return begun;
  }

  /** Somebody waits for a visit. */
  void begun(Visit visit) {
    begun = visit;
  }

  /** Nobody need wait for a visit any more. */
  @SuppressWarnings("ReferenceEquality") // Another one of the same elements may have begun.
  void hasEnded(Visit visit) {
    if (begun == visit) {
      begun = null;
    }
  }

  /** The same as {@link #ahead()}, for somebody who waits for it now. */
  @Nullable Visit takeAhead() {
    Visit taken = ahead;
    ahead = null;
    return taken;
  }

  /** The elements of a part are there. */
  void isHome(Region part) {
    parts.areHomeNow(part);
    if (parts.isWhole(part)) {
      stale = false;
      kept = null;
    }
  }

  /** Devices hold nothing of a part that counts. */
  void isOnHostAlone(Region part) {
    isHome(part);
    parts.areAloneNow(part);
    onDevices &= !parts.isWhole(part);
  }

  /** One of its arrays is gone; whether it was the last. */
  boolean lost() {
    alive--;
    return alive == 0;
  }
}
