package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random expressions over the variables and arrays that are in scope. */
final class RandomExpressions {
  private static final String[] INTS = {
    "0", "1", "2", "3", "-1", "7", "31", "255", "1000003", "0x7fffffff", "0x80000000"
  };
  private static final String[] LONGS = {
    "0L", "1L", "-1L", "5L", "0x123456789L", "Long.MAX_VALUE", "Long.MIN_VALUE"
  };
  private static final String[] FLOATS = {
    "0f", "1.5f", "-0f", "3e38f", "1e-40f", "Float.NaN", "0.1f"
  };
  private static final String[] DOUBLES = {
    "0d", "1.5", "-0d", "1e308", "1e-310", "Double.NEGATIVE_INFINITY", "0.1", "3.7"
  };

  private static final String[] STRICT =
      "sin cos tan exp log cbrt tanh asin atan expm1 log1p log10 sinh".split(" ");

  private final Random random;
  private final Map<Character, List<String>> variables;
  private final List<String> counters;
  private final List<Array> readable;
  private final boolean mayThrow;

  /** An array that expressions may read anywhere. */
  record Array(String name, String type) {}

  /**
   * @param readable arrays of which any element may be read
   * @param mayThrow whether divisors and indices are sometimes unrestricted
   */
  RandomExpressions(Random random, List<Array> readable, boolean mayThrow) {
    this(random, new HashMap<>(), new ArrayList<>(), readable, mayThrow);
  }

  private RandomExpressions(
      Random random,
      Map<Character, List<String>> variables,
      List<String> counters,
      List<Array> readable,
      boolean mayThrow) {
    this.random = random;
    this.variables = variables;
    this.counters = counters;
    this.readable = readable;
    this.mayThrow = mayThrow;
  }

  /** This scope with room for more variables. */
  RandomExpressions inner() {
    Map<Character, List<String>> copy = new HashMap<>();
    variables.forEach((type, names) -> copy.put(type, new ArrayList<>(names)));
    return new RandomExpressions(random, copy, new ArrayList<>(counters), readable, mayThrow);
  }

  /** Brings a variable, field or other leaf into scope. */
  void add(char type, String name) {
    variables.computeIfAbsent(type, t -> new ArrayList<>()).add(name);
  }

  /** Brings a loop variable into scope. */
  void addCounter(String name) {
    add('I', name);
    counters.add(name);
  }

  String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String leaf(char type) {
    List<String> names = variables.getOrDefault(type, List.of());
    if (!names.isEmpty() && random.nextInt(4) != 0) {
      return names.get(random.nextInt(names.size()));
    }
    return switch (type) {
      case 'I' -> pick(INTS);
      case 'J' -> pick(LONGS);
      case 'F' -> pick(FLOATS);
      default -> pick(DOUBLES);
    };
  }

  /** An expression of type int, long, float or double: {@code I J F D}. */
  String of(char type, int depth) {
    if (depth <= 0) {
      return leaf(type);
    }
    return switch (random.nextInt(9)) {
      case 0 -> leaf(type);
      case 1 -> cast(type, depth);
      case 2 -> read(type, depth);
      case 3 -> "(" + condition(depth - 1) + " ? " + two(type, depth, " : ") + ")";
      case 4 -> call(type, depth);
      default -> arithmetic(type, depth);
    };
  }

  private String two(char type, int depth, String between) {
    return of(type, depth - 1) + between + of(type, depth - 1);
  }

  private String cast(char type, int depth) {
    char from = "IJFD".charAt(random.nextInt(4));
    String inner = "(" + of(from, depth - 1) + ")";
    return switch (type) {
      case 'I' -> "(" + pick("int) ", "byte) ", "short) ", "char) ", "int) ") + inner;
      case 'J' -> "(long) " + inner;
      case 'F' -> "(float) " + inner;
      default -> "(double) " + inner;
    };
  }

  private String arithmetic(char type, int depth) {
    int kind = random.nextInt(8);
    boolean whole = type == 'I' || type == 'J';
    if (kind == 0 && whole) {
      String divisor = of(type, depth - 1);
      if (!mayThrow || random.nextInt(4) != 0) {
        divisor = pick("((" + divisor + ") & 7) + 1", "3", "(" + divisor + ") | 1");
      }
      return "((" + of(type, depth - 1) + ") " + pick("/", "%") + " (" + divisor + "))";
    }
    if (kind == 1 && whole) {
      String shift = pick("1", "5", "33", "(" + of('I', 0) + ")");
      return "((" + of(type, depth - 1) + ") " + pick("<<", ">>", ">>>") + " " + shift + ")";
    }
    if (kind == 2) {
      return whole ? "(" + two(type, depth, pick(" & ", " | ", " ^ ")) + ")" : divided(type, depth);
    }
    if (kind == 3) {
      return "-(" + of(type, depth - 1) + ")";
    }
    return "(" + two(type, depth, pick(" + ", " - ", " * ", " + ", " * ")) + ")";
  }

  private String divided(char type, int depth) {
    return "(" + two(type, depth, pick(" / ", " % ")) + ")";
  }

  private String call(char type, int depth) {
    String functions = type == 'I' || type == 'J' ? "min max abs" : "min max abs sqrt floor";
    String name = pick(functions.split(" "));
    if (type == 'I' && random.nextInt(2) == 0) {
      return pick(
          "clamp(" + of('I', depth - 1) + ", 0, 9)",
          "Integer.bitCount(" + of('I', depth - 1) + ")",
          "Math.floorMod(" + of('I', depth - 1) + ", 5)",
          "parity(" + of('I', depth - 1) + ")");
    }
    if (type == 'J' && random.nextInt(3) == 0) {
      return "hash(" + of('J', depth - 1) + ")";
    }
    if (type == 'D' && random.nextInt(3) == 0) {
      return "mix(" + two('D', depth, ", ") + ")";
    }
    if (random.nextInt(3) == 0) {
      return library(type, depth);
    }
    if (name.equals("sqrt") || name.equals("floor")) {
      return (type == 'F' ? "(float) " : "") + "Math." + name + "(" + of(type, depth - 1) + ")";
    }
    return name.equals("abs")
        ? "Math.abs(" + of(type, depth - 1) + ")"
        : "Math." + name + "(" + two(type, depth, ", ") + ")";
  }

  /** A call of a method of the JDK whose result is specified to the last bit. */
  private String library(char type, int depth) {
    String a = of(type, depth - 1);
    return switch (type) {
      case 'I' ->
          pick(
              "Integer.rotateLeft(" + a + ", 7)",
              "Integer.reverse(" + a + ")",
              "Integer.numberOfLeadingZeros(" + a + ")",
              "Long.numberOfTrailingZeros(" + of('J', depth - 1) + ")",
              "Float.floatToIntBits(" + of('F', depth - 1) + ")",
              "Double.compare(" + two('D', depth, ", ") + ")",
              "Math.round(" + of('F', depth - 1) + ")",
              "Math.floorDiv(" + a + ", 3)",
              "Integer.compareUnsigned(" + two('I', depth, ", ") + ")");
      case 'J' ->
          pick(
              "Long.rotateLeft(" + a + ", 33)",
              "Long.reverseBytes(" + a + ")",
              "Long.bitCount(" + a + ")",
              "Double.doubleToLongBits(" + of('D', depth - 1) + ")",
              "Math.round(" + of('D', depth - 1) + ")",
              "Math.multiplyHigh(" + two('J', depth, ", ") + ")",
              "Math.floorMod(" + a + ", 11L)");
      case 'F' ->
          pick(
              "Float.intBitsToFloat(" + of('I', depth - 1) + ")",
              "Math.fma(" + two('F', depth, ", ") + ", " + a + ")",
              "StrictMath.copySign(" + two('F', depth, ", ") + ")",
              "Math.signum(" + a + ")");
      default ->
          pick(
              "Double.longBitsToDouble(" + of('J', depth - 1) + ")",
              "Math.fma(" + two('D', depth, ", ") + ", " + a + ")",
              "Math.rint(" + a + ")",
              "Math.ceil(" + a + ")",
              "StrictMath.copySign(" + two('D', depth, ", ") + ")",
              "StrictMath." + pick(STRICT) + "(" + a + ")");
    };
  }

  /** A boolean expression. */
  String condition(int depth) {
    char type = "IIIJFD".charAt(random.nextInt(6));
    String compared =
        "(" + two(type, depth, pick(" < ", " <= ", " > ", " >= ", " == ", " != ")) + ")";
    return switch (random.nextInt(6)) {
      case 0 -> "(" + compared + pick(" && ", " || ") + condition(depth - 1) + ")";
      case 1 -> "!" + compared;
      case 2 -> "((" + of('I', depth - 1) + ") % 3 == 0)";
      default -> compared;
    };
  }

  private String read(char type, int depth) {
    if (readable.isEmpty()) {
      return leaf(type);
    }
    Array array = readable.get(random.nextInt(readable.size()));
    String element = guarded(array.name(), depth);
    return switch (type) {
      case 'I' -> "(int) " + element;
      case 'J' -> "(long) " + element;
      case 'F' -> "(float) " + element;
      default -> "(double) " + element;
    };
  }

  private String counter() {
    return counters.isEmpty() ? "2" : counters.get(random.nextInt(counters.size()));
  }

  /** Something near a loop variable. */
  String near() {
    return switch (random.nextInt(5)) {
      case 0 -> counter() + " + " + random.nextInt(4);
      case 1 -> counter() + " - " + random.nextInt(3);
      case 2 -> counter() + " * " + (1 + random.nextInt(4)) + " + " + counter();
      case 3 -> counter() + " + " + counter();
      default -> counter();
    };
  }

  private String guarded(String array, int depth) {
    String length = array + ".length";
    String e = random.nextBoolean() ? near() : of('I', depth - 1);
    return switch (random.nextInt(mayThrow ? 11 : 10)) {
      case 0 -> array + "[Math.max(0, Math.min(" + length + " - 1, " + e + "))]";
      case 1 -> array + "[Math.floorMod(" + e + ", " + length + ")]";
      case 2 -> array + "[(" + e + ") & 3]";
      case 3 -> {
        String n = near();
        yield "(" + n + " >= 0 && " + n + " < " + length + " ? " + array + "[" + n + "] : 1)";
      }
      case 4 -> {
        String n = near();
        yield "(" + n + " < 0 || " + length + " <= " + n + " ? 0 : " + array + "[" + n + "])";
      }
      case 5 -> array + "[clamp(" + e + ", 0, " + length + " - 1)]";
      case 6 -> array + "[(" + counter() + " & 15) == 0 ? 3 : (" + counter() + " & 15) - 1]";
      case 7 -> array + "[(char) (" + e + ") >> 13]";
      case 8 -> array + "[((" + e + ") >>> 28)]";
      case 9 -> array + "[Math.abs((" + e + ") % 4)]";
      default -> array + "[" + near() + "]";
    };
  }
}
