package dev.slipstream.runtime.coherence;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Weak references to the rows of an array of arrays. */
final class WeakRows {
  private final Class<?> type;

  /**
   * For an array of primitives, a weak reference to it; for an array of arrays, its rows; or null.
   */
  private final @Nullable Object[] rows;

  WeakRows(Object[] outer) {
    this.type = outer.getClass().getComponentType();
    this.rows = new @Nullable Object[outer.length];
    for (int r = 0; r < rows.length; r++) {
      Object row = outer[r];
      if (row != null) {
        rows[r] = row instanceof Object[] inner ? new WeakRows(inner) : new WeakReference<>(row);
      }
    }
  }

  /** Returns an array of the same rows; null if one of them was collected. */
  @Nullable Object array() {
    Object array = Array.newInstance(type, rows.length);
    for (int r = 0; r < rows.length; r++) {
      Object known = rows[r];
      if (known != null) {
        Object row =
            known instanceof WeakRows inner ? inner.array() : ((WeakReference<?>) known).get();
        if (row == null) {
          return null;
        }
        Array.set(array, r, row);
      }
    }
    return array;
  }
}
