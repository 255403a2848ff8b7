package dev.slipstream.runtime.coherence;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One array of a loop, from the launch to its buffer: what the loop does with it, its rows at the
 * time of submission, and then its buffer.
 */
public final class LoopArray {
  /** The most rows; comparing more at each submission takes longer than most loops run. */
  private static final int MOST_ROWS = 1 << 16;

  private final Object array;
  private final boolean writes;
  private @Nullable LeafShape shape;
  private @Nullable TrackedBuffer buffer;
  private @Nullable Object view;

  /**
   * @param array an array of primitives, or of arrays of arrays of them
   * @param writes whether the loop may write elements
   */
  public LoopArray(Object array, boolean writes) {
    this.array = array;
    this.writes = writes;
  }

  /** The array itself. */
  public Object array() {
    return array;
  }

  /** Whether the loop may write elements. */
  public boolean writes() {
    return writes;
  }

  /**
   * Reads which rows the arrays of a loop have now.
   *
   * @param leastLength loops over arrays of arrays with shorter rows are launched immediately
   * @param distinct what was checked for earlier loops
   * @return false if rows occur twice, are too short or are too many
   */
  static boolean readRows(List<LoopArray> arrays, int leastLength, DistinctLeaves distinct) {
    for (LoopArray use : arrays) {
      Optional<LeafShape> found = LeafShape.of(use.array, MOST_ROWS);
      if (found.isEmpty() || (use.isOfArrays() && found.get().shortest() < leastLength)) {
        return false;
      }
      use.shape = found.get();
    }
    return !distinct.areShared(arrays);
  }

  /** Whether devices may hold something of an array. */
  public static boolean mayBeOnDevices(Object array) {
    if (!(array instanceof Object[])) {
      return Array.getLength(array) >= HostArrays.LEAST_LENGTH;
    }
    LoopArray use = new LoopArray(array, /* writes= */ false);
    return readRows(List.of(use), HostArrays.LEAST_LENGTH, new DistinctLeaves());
  }

  /** Its rows. */
  LeafShape shape() {
    return Objects.requireNonNull(shape);
  }

  boolean isOfArrays() {
    return array instanceof Object[];
  }

  /**
   * Binds the array to its buffer when the loop is submitted.
   *
   * @param standsFor the tracked buffer of the array
   * @param seen the array as lanes see it, kept from being collected as long as this object
   */
  void submit(TrackedBuffer standsFor, Object seen) {
    buffer = standsFor;
    view = seen;
  }

  /** The tracked buffer. */
  TrackedBuffer buffer() {
    return Objects.requireNonNull(buffer);
  }

  /** The array as lanes see it. */
  Object view() {
    return Objects.requireNonNull(view);
  }
}
