package dev.slipstream.runtime.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON strictly, to check what is written. Numbers become doubles. */
final class JsonText {
  private final String text;
  private int at;

  private JsonText(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    JsonText json = new JsonText(text);
    Object value = json.value();
    json.space();
    json.check(json.at == text.length(), "end");
    return value;
  }

  private Object value() {
    space();
    switch (text.charAt(at)) {
      case '{' -> {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        space();
        while (text.charAt(at) != '}') {
          space();
          String name = string();
          expect(':');
          check(!object.containsKey(name), "a new name");
          object.put(name, value());
          next('}');
        }
        at++;
        return object;
      }
      case '[' -> {
        List<Object> array = new ArrayList<>();
        at++;
        space();
        while (text.charAt(at) != ']') {
          array.add(value());
          next(']');
        }
        at++;
        return array;
      }
      case '"' -> {
        return string();
      }
      case 'n' -> {
        check(text.startsWith("null", at), "null");
        at += 4;
        return null;
      }
      default -> {
        int from = at;
        while ("+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
          at++;
        }
        String number = text.substring(from, at);
        check(number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"), "a number");
        return Double.valueOf(number);
      }
    }
  }

  private String string() {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      check(c >= ' ', "an escaped control character");
      if (c != '\\') {
        value.append(c);
        continue;
      }
      char escape = text.charAt(at++);
      switch (escape) {
        case 'n' -> value.append('\n');
        case 'r' -> value.append('\r');
        case 't' -> value.append('\t');
        case 'u' -> {
          value.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        }
        default -> {
          check(escape == '"' || escape == '\\', "an escape");
          value.append(escape);
        }
      }
    }
    at++;
    return value.toString();
  }

  /** After an element: a comma and another one, or the end. */
  private void next(char end) {
    space();
    if (text.charAt(at) == ',') {
      at++;
      space();
      check(text.charAt(at) != end, "an element after the comma");
    } else {
      check(text.charAt(at) == end, "a comma or " + end);
    }
  }

  private void expect(char c) {
    space();
    check(text.charAt(at) == c, String.valueOf(c));
    at++;
  }

  private void space() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void check(boolean right, String wanted) {
    if (!right) {
      throw new AssertionError(wanted + " expected at " + at + " of " + text);
    }
  }
}
