package dev.slipstream.agent.coherence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes statements from templates. Letters and a bar in front of a line name its element types:
 * {@code i}nt, {@code l}ong, {@code d}ouble, {@code f}loat, {@code s}hort, {@code b}yte, {@code
 * c}har. Each sign is drawn anew; signs with the same digit after them have the same value:
 *
 * <ul>
 *   <li>{@code #T}: the element type; {@code #B} its buffer, {@code #N} its name in methods
 *   <li>{@code #A}: any array; {@code #D}: one that loops capture without a call; {@code #E1}: one
 *       of these that is not called {@code #D1}, always drawn anew; {@code #L}: a place that an
 *       array can be put in; {@code #M}: an array of arrays
 *   <li>{@code #v}: any element; {@code #w}: a constant one; {@code #c}: 1 to 9
 *   <li>{@code #i}: an index; {@code #r} of a row; {@code #lo}, {@code #hi}, {@code #len}, {@code
 *       #step}, {@code #steps}, {@code #one} (0 or 1)
 *   <li>{@code #n}: the statement's number; {@code #P}: the class
 * </ul>
 */
final class Templates {
  private static final Pattern SIGN = Pattern.compile("#([a-zA-Z]+)([0-9]?)");

  private final Random random;
  private final Shape shape;
  private final int number;
  private final Map<String, String> drawn = new HashMap<>();

  private Templates(Random random, Shape shape, int number) {
    this.random = random;
    this.shape = shape;
    this.number = number;
  }

  /**
   * What all statements of a program share.
   *
   * @param className the program's class
   * @param type the element type of its arrays
   * @param length the length of its arrays
   * @param collects whether garbage may be collected on request
   */
  record Shape(String className, String type, int length, boolean collects) {
    static final int ROWS = 4;

    String capitalised() {
      return Character.toUpperCase(type.charAt(0)) + type.substring(1);
    }

    String buffer() {
      return capitalised() + "Buffer";
    }
  }

  /** Returns the lines of a text that are for a type. */
  static List<String> lines(String text, Shape shape) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\n")) {
      int bar = line.indexOf("| ");
      if (bar <= 0 || bar > 4) {
        lines.add(line);
      } else if (line.startsWith("gc")
          ? shape.collects()
          : line.substring(0, bar).indexOf(shape.type().charAt(0)) >= 0) {
        lines.add(line.substring(bar + 2));
      }
    }
    return lines;
  }

  /** Makes a statement; text after {@code @@} is members of the class. */
  static Statement statement(Random random, Shape shape, int number, String line) {
    String[] parts = new Templates(random, shape, number).fill(line).split(" @@ ");
    return new Statement(number, parts[0], parts.length > 1 ? parts[1] : "");
  }

  private String fill(String line) {
    Matcher signs = SIGN.matcher(line);
    StringBuilder text = new StringBuilder();
    while (signs.find()) {
      String sign = signs.group(1);
      String digit = signs.group(2);
      String value =
          sign.equals("E")
              ? otherThan(Objects.requireNonNull(drawn.get("D" + digit)))
              : digit.isEmpty() ? draw(sign) : drawn.computeIfAbsent(sign + digit, s -> draw(sign));
      signs.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return signs.appendTail(text).toString();
  }

  private String draw(String sign) {
    int n = shape.length();
    return switch (sign) {
      case "T" -> shape.type();
      case "B" -> shape.buffer();
      case "N" -> shape.capitalised();
      case "P" -> shape.className();
      case "A" -> array();
      case "D" -> captured();
      case "L" -> place();
      case "M" -> random.nextBoolean() ? "m" : "w";
      case "v" -> value();
      case "w" -> constant();
      case "c" -> String.valueOf(1 + random.nextInt(9));
      case "i" -> String.valueOf(index());
      case "r" -> String.valueOf(random.nextInt(Shape.ROWS));
      case "lo" -> String.valueOf(random.nextInt(n / 2));
      case "hi" -> String.valueOf(n - random.nextInt(n / 2));
      case "len" -> String.valueOf(random.nextInt(n / 2));
      case "step" -> String.valueOf(2 + random.nextInt(2));
      case "steps" -> String.valueOf(3 + random.nextInt(4));
      case "one" -> String.valueOf(random.nextInt(2));
      case "n" -> String.valueOf(number);
      default -> throw new IllegalArgumentException("#" + sign);
    };
  }

  private int index() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> shape.length() - 1;
      default -> random.nextInt(shape.length());
    };
  }

  private String array() {
    return switch (random.nextInt(12)) {
      case 0 -> "list.get(" + random.nextInt(2) + ")";
      case 1 -> "((" + shape.type() + "[]) objs[" + random.nextInt(Shape.ROWS) + "])";
      case 2 -> "map.get(\"" + (random.nextBoolean() ? "p" : "q") + "\")";
      default -> captured();
    };
  }

  private String captured() {
    return random.nextInt(8) == 0 ? "h.next.u" : place();
  }

  private String otherThan(String name) {
    String other = captured();
    return other.equals(name) ? otherThan(name) : other;
  }

  private String place() {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> "a";
      case 4, 5, 6 -> "b";
      case 7, 8 -> "c";
      case 9 -> "fd";
      case 10 -> "st";
      case 11, 12 -> random.nextBoolean() ? "h.u" : "h.v";
      case 13, 14 -> "m[" + random.nextInt(Shape.ROWS) + "]";
      default -> "w[" + random.nextInt(Shape.ROWS) + "]";
    };
  }

  private String value() {
    return random.nextBoolean()
        ? constant()
        : "(" + shape.type() + ") (" + array() + "[" + index() + "] + " + random.nextInt(9) + ")";
  }

  private String constant() {
    return "(" + shape.type() + ") " + random.nextInt(100);
  }
}
