package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The wire form of an array's type and lengths: another node makes one of zeros of it. */
final class ArrayForm {
  private static final String ELEMENTS = "ZBCSIJFD";
  private static final List<Class<?>> TYPES =
      List.of(
          boolean.class,
          byte.class,
          char.class,
          short.class,
          int.class,
          long.class,
          float.class,
          double.class);

  private static final int MOST_DIMENSIONS = 3;

  private ArrayForm() {}

  /**
   * Writes the form.
   *
   * @param array an array of primitives, or of such arrays, some of which may be null
   */
  static void write(WireWriter out, Object array) {
    String descriptor = array.getClass().descriptorString();
    out.octet(descriptor.charAt(descriptor.length() - 1));
    out.octet(descriptor.length() - 1);
    lengths(out, array);
  }

  private static void lengths(WireWriter out, @Nullable Object array) {
    if (array == null) {
      out.number(-1);
      return;
    }
    out.number(Array.getLength(array));
    if (array instanceof Object[] rows && rows.length > 0) {
      boolean alike = areAlike(rows);
      out.flag(alike);
      for (int row = 0; row < (alike ? 1 : rows.length); row++) {
        lengths(out, rows[row]);
      }
    }
  }

  private static boolean areAlike(Object[] rows) {
    for (Object row : rows) {
      if (!isLike(row, rows[0])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLike(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == other;
    }
    if (Array.getLength(one) != Array.getLength(other)) {
      return false;
    }
    if (!(one instanceof Object[] rows)) {
      return true;
    }
    Object[] others = (Object[]) other;
    for (int row = 0; row < rows.length; row++) {
      if (!isLike(rows[row], others[row])) {
        return false;
      }
    }
    return true;
  }

  /** Makes an array of zeros of a form. */
  static Object read(WireReader in) {
    int element = ELEMENTS.indexOf(in.octet("an element's type"));
    in.require(element >= 0, "there is no such type of elements");
    int dimensions = in.octet("an array's dimensions");
    in.require(dimensions >= 1 && dimensions <= MOST_DIMENSIONS, "an array has 1 to 3 dimensions");
    Object array = array(in, TYPES.get(element), dimensions);
    if (array == null) {
      throw in.wrong("an array is null");
    }
    return array;
  }

  private static @Nullable Object array(WireReader in, Class<?> element, int dimensions) {
    int length = in.integer("an array's length", -1, Integer.MAX_VALUE);
    if (length < 0) {
      return null;
    }
    if (dimensions == 1) {
      return Array.newInstance(element, length);
    }
    Object rows = Array.newInstance(element, new int[dimensions]);
    Object[] outer = (Object[]) Array.newInstance(rows.getClass().getComponentType(), length);
    boolean alike = length > 0 && in.flag("whether rows are alike");
    for (int row = 0; row < length; row++) {
      outer[row] = alike && row > 0 ? like(outer[0]) : array(in, element, dimensions - 1);
    }
    return outer;
  }

  private static @Nullable Object like(@Nullable Object array) {
    return array == null ? null : ArrayLayout.zerosLike(array);
  }
}
