package dev.slipstream.compiler.random;

import java.lang.reflect.Array;
import java.util.Objects;
import java.util.Optional;

/** Compares the results of programs, bit by bit; NaNs are equal. */
final class ReturnedBits {
  private ReturnedBits() {}

  /** The first difference, if there is one. */
  static Optional<String> difference(Object expected, Object actual) {
    return difference("", expected, actual);
  }

  private static Optional<String> difference(String at, Object expected, Object actual) {
    if (expected == null
        || actual == null
        || !expected.getClass().isArray()
        || expected.getClass() != actual.getClass()) {
      return Objects.equals(expected, actual)
          ? Optional.empty()
          : Optional.of("result" + at + " is " + actual + " instead of " + expected);
    }
    int length = Array.getLength(expected);
    if (length != Array.getLength(actual)) {
      return Optional.of("result" + at + " has another length");
    }
    for (int i = 0; i < length; i++) {
      Optional<String> found =
          difference(at + "[" + i + "]", Array.get(expected, i), Array.get(actual, i));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
