package dev.slipstream.runtime.report;

import java.util.Locale;

/** Writes JSON (RFC 8259). The caller has to balance begin and end. */
final class JsonWriter {
  private final StringBuilder text = new StringBuilder();
  private boolean comma;

  JsonWriter beginObject() {
    return begin('{');
  }

  JsonWriter endObject() {
    return end('}');
  }

  JsonWriter beginArray() {
    return begin('[');
  }

  JsonWriter endArray() {
    return end(']');
  }

  /** Writes the name of an object's member; its value must be written next. */
  JsonWriter member(String name) {
    text(name);
    text.append(':');
    comma = false;
    return this;
  }

  JsonWriter text(String value) {
    separate();
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      append(value, i);
    }
    text.append('"');
    return this;
  }

  JsonWriter number(long value) {
    separate();
    text.append(value);
    return this;
  }

  /** Writes nanoseconds as milliseconds with six decimal places. */
  JsonWriter millis(long nanos) {
    separate();
    text.append(String.format(Locale.ROOT, "%.6f", nanos / 1e6));
    return this;
  }

  /** Writes null. */
  JsonWriter nothing() {
    separate();
    text.append("null");
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private void append(String value, int i) {
    char c = value.charAt(i);
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (c < ' ' || loneSurrogate(value, i)) {
          text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
          text.append(c);
        }
      }
    }
  }

  /**
   * Whether a character is one half of a surrogate pair without the other, which UTF-8 cannot
   * encode.
   */
  private static boolean loneSurrogate(String value, int i) {
    char c = value.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
  }

  private JsonWriter begin(char bracket) {
    separate();
    text.append(bracket);
    comma = false;
    return this;
  }

  private JsonWriter end(char bracket) {
    text.append(bracket);
    comma = true;
    return this;
  }

  private void separate() {
    if (comma) {
      text.append(',');
    }
    comma = true;
  }
}
