package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.lang.reflect.Array;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The wire form of an array's type and lengths, from which another node creates an array of zeros.
 */
final class ArrayForm {
  private static final Pattern DESCRIPTOR = Pattern.compile("\\[{1,4}[ZBCSIJFD]");

  private ArrayForm() {}

  /**
   * Writes the form.
   *
   * @param array an array of primitives, or of such arrays, some of which may be null
   */
  static void write(WireWriter out, Object array) {
    out.text(array.getClass().descriptorString());
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

  /** Creates an array of zeros from a form. */
  static Object read(WireReader in) {
    String descriptor = in.text("an array's type");
    in.require(DESCRIPTOR.matcher(descriptor).matches(), "there is no type " + descriptor);
    Object array;
    try {
      array = array(in, Class.forName(descriptor));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("every Java has " + descriptor, e);
    }
    if (array == null) {
      throw in.wrong("an array is null");
    }
    return array;
  }

  private static @Nullable Object array(WireReader in, Class<?> type) {
    int length = in.integer("an array's length", -1, Integer.MAX_VALUE);
    if (length < 0) {
      return null;
    }
    Object array = Array.newInstance(type.getComponentType(), length);
    if (array instanceof Object[] rows && length > 0) {
      boolean alike = in.flag("whether rows are alike");
      for (int row = 0; row < length; row++) {
        rows[row] = alike && row > 0 ? like(rows[0]) : array(in, type.getComponentType());
      }
    }
    return array;
  }

  private static @Nullable Object like(@Nullable Object array) {
    return array == null ? null : ArrayLayout.zerosLike(array);
  }
}
