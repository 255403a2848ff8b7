package dev.slipstream.runtime.coherence;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of an array of arrays, which are not kept from being collected. */
final class WeakRows {
  private final Class<?> type;

  /** An array of primitives, weakly; the rows of an array of arrays; or nothing. */
  private final List<Optional<Object>> rows = new ArrayList<>();

  WeakRows(Object[] outer) {
    this.type = outer.getClass().getComponentType();
    for (Object row : outer) {
      rows.add(
          Optional.ofNullable(row)
              .map(
                  there ->
                      there instanceof Object[] inner
                          ? new WeakRows(inner)
                          : new WeakReference<>(there)));
    }
  }

  /** An array of the same rows; empty if one of them was collected. */
  Optional<Object> array() {
    Object array = Array.newInstance(type, rows.size());
    for (int r = 0; r < rows.size(); r++) {
      if (rows.get(r).isPresent()) {
        Object row = there(rows.get(r).get());
        if (row == null) {
          return Optional.empty();
        }
        Array.set(array, r, row);
      }
    }
    return Optional.of(array);
  }

  private static @Nullable Object there(Object row) {
    return row instanceof WeakRows inner
        ? inner.array().orElse(null)
        : ((WeakReference<?>) row).get();
  }
}
