package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Copies of the elements that a launch may write, made before it starts, so that the launch can be
 * undone. Kernels of this device work directly on the program's arrays.
 */
final class Overwritten {
  private record Part(Object array, int from, Object copy) {}

  private final List<Part> parts = new ArrayList<>();

  private Overwritten() {}

  /**
   * Copies the elements that a launch may write, except for the number of its violation.
   *
   * @throws OutOfMemoryError if there is no room for the copies; nothing has happened then
   */
  static Overwritten of(Launch launch) {
    Overwritten overwritten = new Overwritten();
    IdentityHashMap<Object, int[]> ranges = new IdentityHashMap<>();
    for (ArrayAccess access : launch.accesses()) {
      if (access.writes() && access.parameter() != launch.violation()) {
        Object array = launch.arguments()[access.parameter()];
        ranges.merge(
            array,
            new int[] {access.writtenFrom(), access.writtenTo()},
            (a, b) -> new int[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
      }
    }
    ranges.forEach((array, range) -> overwritten.add(array, range[0], range[1]));
    return overwritten;
  }

  private void add(Object array, int from, int to) {
    if (!(array instanceof Object[] rows)) {
      Object copy = Array.newInstance(array.getClass().getComponentType(), to - from);
      System.arraycopy(array, from, copy, 0, to - from);
      parts.add(new Part(array, from, copy));
      return;
    }
    for (int i = from; i < to; i++) {
      Object row = rows[i];
      if (row != null) {
        add(row, 0, Array.getLength(row));
      }
    }
  }

  /** Restores all elements. */
  void restore() {
    for (Part part : parts) {
      System.arraycopy(part.copy(), 0, part.array(), part.from(), Array.getLength(part.copy()));
    }
  }
}
