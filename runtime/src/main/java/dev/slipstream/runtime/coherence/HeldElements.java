package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Copies of elements of an array of primitives, or of rows of an array of arrays, which are
 * numbered as in {@link TrackedBuffer#whole()}. No thread may write to the elements meanwhile.
 */
public final class HeldElements {
  private HeldElements() {}

  /**
   * Copies a part.
   *
   * @return an array of the same type with the elements of the part in sequence; rows are copied,
   *     too
   */
  static Object take(Object array, Region part) {
    Object taken =
        Array.newInstance(array.getClass().getComponentType(), Math.toIntExact(part.area()));
    int at = 0;
    for (Box box : part.boxes()) {
      int count = Math.toIntExact(box.area());
      System.arraycopy(array, Math.toIntExact(box.min0()), taken, at, count);
      at += count;
    }
    if (taken instanceof @Nullable Object[] rows) {
      for (int r = 0; r < rows.length; r++) {
        Object row = rows[r];
        if (row != null) {
          rows[r] = take(row, Region.of(Box.of(0, Array.getLength(row))));
        }
      }
    }
    return taken;
  }

  /**
   * Writes elements that {@link #take} returned into a copy of their array; they must not be used
   * again.
   */
  static void put(Object taken, Region part, Object copy) {
    int at = 0;
    for (Box box : part.boxes()) {
      int count = Math.toIntExact(box.area());
      System.arraycopy(taken, at, copy, Math.toIntExact(box.min0()), count);
      at += count;
    }
  }

  /**
   * Copies elements into an array from another one of the same lengths. Its rows stay the same
   * arrays; null rows are skipped.
   *
   * @param part elements, or rows of an array of arrays
   */
  public static void overwrite(Object array, Region part, Object copy) {
    for (Box box : part.boxes()) {
      int from = Math.toIntExact(box.min0());
      int count = Math.toIntExact(box.area());
      if (array instanceof @Nullable Object[] rows) {
        for (int r = from; r < from + count; r++) {
          Object row = rows[r];
          if (row != null) {
            Region all = Region.of(Box.of(0, Array.getLength(row)));
            overwrite(row, all, ((Object[]) copy)[r]);
          }
        }
      } else {
        System.arraycopy(copy, from, array, from, count);
      }
    }
  }

  /** A new array of the same type and lengths, with the same elements. */
  static Object copy(Object array) {
    Object made = like(array);
    overwrite(made, Region.of(Box.of(0, Array.getLength(array))), array);
    return made;
  }

  /** A new array of the same type and lengths with unspecified elements. */
  static Object like(Object array) {
    Object made = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
    if (array instanceof @Nullable Object[] rows) {
      for (int r = 0; r < rows.length; r++) {
        Object row = rows[r];
        Array.set(made, r, row == null ? null : like(row));
      }
    }
    return made;
  }
}
