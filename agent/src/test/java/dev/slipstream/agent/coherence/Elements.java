package dev.slipstream.agent.coherence;

import java.lang.reflect.Array;

/**
 * Arrays of primitives and arrays of arrays, of any type. An element of an array of arrays is a row
 * with all its contents.
 */
final class Elements {
  private Elements() {}

  /** Returns an array of the same shape, filled with garbage. */
  static Object garbage(Object like) {
    int length = Array.getLength(like);
    Class<?> type = like.getClass().getComponentType();
    Object array = Array.newInstance(type, length);
    for (int i = 0; i < length; i++) {
      if (like instanceof Object[] rows) {
        ((Object[]) array)[i] = rows[i] == null ? null : garbage(rows[i]);
      } else if (type == char.class) {
        Array.setChar(array, i, (char) (91 + i % 7));
      } else if (type == boolean.class) {
        Array.setBoolean(array, i, i % 2 == 0);
      } else {
        Array.setByte(array, i, (byte) (91 + i % 7));
      }
    }
    return array;
  }

  /** Copies elements; rows keep their identity and get the contents of the other rows. */
  static void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
    if (!(from instanceof Object[] fromRows)) {
      System.arraycopy(from, fromIndex, to, toIndex, count);
      return;
    }
    Object[] toRows = (Object[]) to;
    for (int k = 0; k < count; k++) {
      Object row = fromRows[fromIndex + k];
      if (row != null) {
        copy(row, 0, toRows[toIndex + k], 0, Array.getLength(row));
      }
    }
  }

  /** Returns the same elements in new arrays. */
  static Object copyOf(Object array) {
    Object copy = garbage(array);
    copy(array, 0, copy, 0, Array.getLength(array));
    return copy;
  }

  /** Returns some elements of an array as a new array. */
  static Object part(Object array, int from, int to) {
    Object part = Array.newInstance(array.getClass().getComponentType(), to - from);
    System.arraycopy(array, from, part, 0, to - from);
    return part;
  }
}
