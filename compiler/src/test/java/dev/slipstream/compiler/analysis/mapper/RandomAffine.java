package dev.slipstream.compiler.analysis.mapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random method with one loop nest over arrays whose indices are formulas: of the loops'
 * variables, of inner loops, including triangular ones, and of captured numbers, with clamps,
 * remainders, quotients, masks and conditions. All indices are in range. The names of written
 * arrays begin with a letter that tells what decides whether an iteration writes.
 */
final class RandomAffine {
  /** Every iteration writes. */
  static final String ALWAYS = "w";

  /** Conditions on variables of loops decide whether an iteration writes. */
  private static final String IF = "c";

  /** The content of arrays decides whether, or where, an iteration writes. */
  private static final String DATA = "d";

  private static final String READ = "a";

  private final Random random;
  private final StringBuilder before = new StringBuilder();
  private final List<Term> variables = new ArrayList<>();
  private final List<Term> outer = new ArrayList<>();
  private int names;

  /** A formula with all values that it can have. */
  private record Term(String text, long low, long high) {
    Term plus(Term other) {
      return new Term("(" + text + " + " + other.text + ")", low + other.low, high + other.high);
    }

    Term minus(Term other) {
      return new Term("(" + text + " - " + other.text + ")", low - other.high, high - other.low);
    }

    Term times(Term factor) {
      long one = low * factor.low;
      long two = high * factor.low;
      return new Term(text + " * " + factor.text, Math.min(one, two), Math.max(one, two));
    }
  }

  RandomAffine(Random random) {
    this.random = random;
  }

  /** A static method without parameters. */
  String method(String name) {
    int dimensions = 1 + random.nextInt(3);
    StringBuilder heads = new StringBuilder();
    for (int d = 0; d < dimensions; d++) {
      heads.append(head(d, dimensions));
    }
    outer.addAll(variables);
    StringBuilder body = new StringBuilder();
    body.append("double t = 0;\n");
    int statements = 1 + random.nextInt(3);
    for (int s = 0; s < statements; s++) {
      body.append(statement());
    }
    return "static void " + name + "() {\n" + before + heads + "{\n" + body + "}\n}\n";
  }

  private String head(int d, int dimensions) {
    String name = List.of("i", "j", "l").get(d);
    int first = random.nextInt(4);
    int count = 1 + random.nextInt(dimensions == 1 ? 40 : dimensions == 2 ? 9 : 5);
    int step = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
    int last = first + (count - 1) * step;
    variables.add(new Term(name, first, last));
    if (random.nextInt(5) == 0) {
      return "for (@Parallel int %s = %s; %s >= %s; %s -= %d)\n"
          .formatted(name, number(last).text, name, number(first).text, name, step);
    }
    return "for (@Parallel int %s = %s; %s < %s; %s += %d)\n"
        .formatted(name, number(first).text, name, number(last + 1).text, name, step);
  }

  /** A number, as it is or in a variable that the loop captures. */
  private Term number(long value) {
    if (random.nextBoolean()) {
      return new Term(value < 0 ? "(" + value + ")" : Long.toString(value), value, value);
    }
    String name = "s" + names++;
    before.append("int ").append(name).append(" = ").append(value).append(";\n");
    return new Term(name, value, value);
  }

  private String statement() {
    return switch (random.nextInt(9)) {
      case 0 -> inner();
      case 2 -> sideBySide();
      case 1 -> conditional();
      case 3 -> byData();
      default -> "t += " + reads() + ";\n" + write(true, ALWAYS) + "\n";
    };
  }

  /** Writes that only some iterations execute. */
  private String conditional() {
    return switch (random.nextInt(5)) {
      case 0 ->
          "if (%s && %s) %s".formatted(condition(), condition(), write(/* reading= */ false, IF));
      case 1 ->
          "if (%s || %s) %s".formatted(condition(), condition(), write(/* reading= */ false, IF));
      case 2 ->
          "if (%s) { %s } else { %s }"
              .formatted(
                  condition(), write(/* reading= */ false, IF), write(/* reading= */ false, IF));
      default -> "if (%s) %s".formatted(condition(), write(/* reading= */ false, IF));
    };
  }

  /** Writes that depend on the content of an array. */
  private String byData() {
    Term i = outer.get(0);
    String name = READ + names++;
    before.append("int[] %s = new int[%d];\n".formatted(name, i.high + 1));
    before.append(
        "for (int q = 0; q < %s.length; q++) %s[q] = q %% %d;\n"
            .formatted(name, name, 2 + random.nextInt(3)));
    String data = name + "[" + i.text + "] > 0";
    if (random.nextBoolean()) {
      return "if (%s) %s".formatted(data, write(/* reading= */ false, DATA));
    }
    Term one = spread();
    Term other = spread();
    Term either =
        new Term(
            "(%s%s ? %s : %s)"
                .formatted(
                    data, random.nextBoolean() ? "" : " || " + condition(), one.text, other.text),
            Math.min(one.low, other.low),
            Math.max(one.high, other.high));
    return element(List.of(either), 'L', DATA) + " = 1;\n";
  }

  /**
   * Writes of consecutive elements of one array, where the next iteration writes the elements
   * behind them.
   */
  private String sideBySide() {
    Term base = random.nextBoolean() ? any(outer) : spread();
    long width = 1 + random.nextInt(4);
    long factor = random.nextInt(4) == 0 ? width + random.nextInt(3) : width;
    long start = random.nextInt(3);
    Term first = base.times(number(factor)).plus(number(start));
    Term moved = first.low < 0 ? first.plus(number(-first.low)) : first;
    boolean some = random.nextInt(4) == 0;
    String name = (some ? IF : ALWAYS) + names++;
    before.append(
        "long[] %s = new long[%d];\n".formatted(name, moved.high + width + random.nextInt(3)));
    StringBuilder writes = new StringBuilder();
    for (long place = 0; place < width; place++) {
      if (random.nextInt(6) > 0) {
        String when = some && random.nextBoolean() ? "if (" + condition() + ") " : "";
        writes.append("%s%s[%s + %d] = 1;\n".formatted(when, name, moved.text, place));
      }
    }
    return writes.toString();
  }

  private String inner() {
    String name = "k" + names++;
    Term variable = any(outer);
    boolean triangular = random.nextBoolean();
    long from = random.nextInt(3);
    String head;
    if (triangular && variable.low >= 0 && random.nextBoolean()) {
      variables.add(new Term(name, 0, Math.max(0, variable.high)));
      head = "for (int %s = 0; %s <= %s; %s++)".formatted(name, name, variable.text, name);
    } else if (triangular) {
      long end = variable.high + 1 + random.nextInt(3);
      variables.add(new Term(name, variable.low, end - 1));
      head =
          "for (int %s = %s; %s < %s; %s++)"
              .formatted(name, variable.text, name, number(end).text, name);
    } else {
      long end = from + random.nextInt(5);
      int step = 1 + random.nextInt(2);
      variables.add(new Term(name, from, Math.max(from, end - 1)));
      head =
          "for (int %s = %s; %s < %s; %s += %d)"
              .formatted(name, number(from).text, name, number(end).text, name, step);
    }
    String body = "t += " + reads() + ";\n" + (random.nextBoolean() ? write(true, ALWAYS) : "");
    if (random.nextInt(3) == 0) {
      Term row = any(outer);
      Term column = variables.get(variables.size() - 1);
      body += element(List.of(row, column), 'I', ALWAYS) + " = 1;\n";
    }
    variables.remove(variables.size() - 1);
    return head + " {\n" + body + "}\n";
  }

  private String condition() {
    Term one = formula(1);
    Term other = random.nextBoolean() ? number(random.nextInt(10)) : any(variables);
    return one.text
        + " "
        + List.of("<", "<=", ">", ">=", "!=", "==").get(random.nextInt(6))
        + " "
        + other.text;
  }

  private Term any(List<Term> terms) {
    return terms.get(random.nextInt(terms.size()));
  }

  private String reads() {
    StringBuilder sum = new StringBuilder();
    int count = 1 + random.nextInt(3);
    for (int r = 0; r < count; r++) {
      sum.append(r == 0 ? "" : " + ").append(read());
    }
    return sum.toString();
  }

  private String read() {
    if (random.nextInt(3) == 0) {
      return element(List.of(formula(2), formula(1)).subList(0, 1 + random.nextInt(2)), 'D', READ);
    }
    return element(List.of(formula(2)), "DFILB".charAt(random.nextInt(5)), READ);
  }

  private String write(boolean reading, String name) {
    String value = reading ? "t" : "t + 1";
    List<Term> indices = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      indices.add(spread());
      indices.add(any(variables));
    } else {
      indices.add(random.nextInt(4) == 0 ? formula(2) : spread());
    }
    char type = "DFIL".charAt(random.nextInt(4));
    String cast =
        switch (type) {
          case 'F' -> "(float) (";
          case 'I' -> "(int) (";
          case 'L' -> "(long) (";
          default -> "(";
        };
    return element(indices, type, name) + " = " + cast + value + ");\n";
  }

  /** An index that few iterations share. */
  private Term spread() {
    if (outer.size() == 1) {
      Term i = outer.get(0);
      Term last = variables.get(variables.size() - 1);
      return switch (random.nextInt(6)) {
        case 0 -> number(i.high + random.nextInt(3)).minus(i);
        case 1 -> i.times(number(2 + random.nextInt(3))).plus(number(random.nextInt(2)));
        case 2 -> i.times(number(last.high + 1 + random.nextInt(2))).plus(last);
        case 3 -> {
          int half = 1 << random.nextInt(4);
          Term block = new Term("(%s / %d)".formatted(i.text, half), i.low / half, i.high / half);
          Term inside = new Term("(%s %% %d)".formatted(i.text, half), 0, half - 1);
          yield block.times(number(2 * half)).plus(inside).plus(number(random.nextInt(2) * half));
        }
        default -> i.plus(number(random.nextInt(4)));
      };
    }
    Term sum = number(0);
    long width = 1;
    List<Term> order = new ArrayList<>(outer);
    if (random.nextInt(4) == 0) {
      order.add(0, order.remove(order.size() - 1));
    }
    for (int d = order.size() - 1; d >= 0; d--) {
      sum = order.get(d).times(number(width)).plus(sum);
      width *= order.get(d).high + 1 + random.nextInt(2);
    }
    return random.nextInt(4) == 0 ? sum.times(number(3)).plus(number(random.nextInt(3))) : sum;
  }

  private Term formula(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0 ? number(random.nextInt(6)) : any(variables);
    }
    Term one = formula(depth - 1);
    Term positive = one.low < 0 ? one.plus(number(-one.low)) : one;
    int size = 1 + random.nextInt(7);
    long range = positive.high + 1;
    return switch (random.nextInt(14)) {
      case 0 -> one.plus(formula(depth - 1));
      case 1 -> one.minus(formula(depth - 1));
      case 2 -> one.times(number(random.nextInt(7) - 2));
      case 3 -> one.plus(number(random.nextInt(5) - 2));
      case 4 -> {
        long least = random.nextInt(5);
        yield new Term(
            "Math.max(%s, %s)".formatted(one.text, number(least).text),
            Math.max(one.low, least),
            Math.max(one.high, least));
      }
      case 5 -> {
        long most = random.nextInt(9);
        yield new Term(
            "Math.min(%s, %s)".formatted(one.text, number(most).text),
            Math.min(one.low, most),
            Math.min(one.high, most));
      }
      case 6 ->
          new Term(
              "(%s / %s)".formatted(positive.text, number(size).text),
              positive.low / size,
              positive.high / size);
      case 7 -> new Term("(%s %% %s)".formatted(positive.text, number(size).text), 0, size - 1);
      case 8 ->
          new Term(
              "((%s + %d) %% %s)".formatted(positive.text, random.nextInt(4), number(range).text),
              0,
              range - 1);
      case 9 ->
          new Term(
              "(%s ? %s : %s)".formatted(simple(), one.text, number(one.low).text),
              one.low,
              one.high);
      case 10 -> new Term("(%s >> %d)".formatted(positive.text, size % 4), 0, positive.high);
      case 11 -> {
        int mask = (1 << (1 + random.nextInt(3))) - 1;
        yield new Term("(%s & %d)".formatted(positive.text, mask), 0, mask);
      }
      case 12 -> {
        int bit = 1 << random.nextInt(3);
        yield new Term(
            "(%s ^ %d)".formatted(positive.text, bit),
            0,
            (Long.highestOneBit(range) << 1) + 2 * bit);
      }
      default -> one;
    };
  }

  private String simple() {
    return any(outer).text + " > " + random.nextInt(6);
  }

  /** An element of a new array that is large enough. */
  private String element(List<Term> indices, char type, String prefix) {
    String name = prefix + names++;
    String java =
        switch (type) {
          case 'F' -> "float";
          case 'I' -> "int";
          case 'L' -> "long";
          case 'B' -> "byte";
          default -> "double";
        };
    StringBuilder lengths = new StringBuilder();
    StringBuilder index = new StringBuilder();
    for (Term term : indices) {
      Term inside = term.low < 0 ? term.plus(number(-term.low)) : term;
      lengths.append('[').append(inside.high + 1 + random.nextInt(3)).append(']');
      index.append('[').append(inside.text).append(']');
    }
    String brackets = "[]".repeat(indices.size());
    before.append(java + brackets + " " + name + " = new " + java + lengths + ";\n");
    return name + index;
  }
}
