package dev.slipstream.tornado.kernel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of TornadoVM as far as it matters.
 *
 * @param major its first number
 * @param minor its second number
 */
record TornadoVersion(int major, int minor) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})\\.(\\d{1,6}).*");

  /** The version that a text begins with; later than all others if it begins with none. */
  static TornadoVersion of(String text) {
    Matcher numbers = TEXT.matcher(text);
    if (!numbers.matches()) {
      return new TornadoVersion(Integer.MAX_VALUE, 0);
    }
    return new TornadoVersion(
        Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
  }

  boolean isAtLeast(int otherMajor, int otherMinor) {
    return major > otherMajor || (major == otherMajor && minor >= otherMinor);
  }
}
