package dev.slipstream.compiler.analysis.bounds;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** What plans and mappers can depend on of the values that a call site passes. */
public final class Captured {
  private Captured() {}

  /** Whether a value is a boxed primitive. */
  public static boolean isNumber(@Nullable Object captured) {
    return captured instanceof Number
        || captured instanceof Boolean
        || captured instanceof Character;
  }

  /** The first capture that is the same array as one of them; numbers stand for themselves. */
  public static int first(Object[] captures, int position) {
    Object captured = captures[position];
    if (captured == null || isNumber(captured)) {
      return position;
    }
    int first = 0;
    while (captures[first] != captured) {
      first++;
    }
    return first;
  }

  /** A number, the length of an array, or that it is null. */
  public static long number(@Nullable Object captured) {
    if (captured == null) {
      return -1;
    }
    if (captured instanceof Number number) {
      return number.longValue();
    }
    if (captured instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (captured instanceof Character character) {
      return character;
    }
    return Array.getLength(captured);
  }
}
