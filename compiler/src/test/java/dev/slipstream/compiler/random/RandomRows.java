package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method with a marked nest of loops over arrays of arrays, and a method that runs it on
 * several sets of arguments: ragged, missing and short rows, and rows that are reached in several
 * ways. Different iterations write different elements as long as no row occurs twice; if one does,
 * the order of the program matters.
 */
final class RandomRows extends RandomMethod {
  private static final String[] TYPES = {
    "int", "double", "byte", "short", "char", "int", "long", "float", "double"
  };

  private final List<RandomExpressions.Array> nested = new ArrayList<>();
  private final List<RandomExpressions.Array> written = new ArrayList<>();
  private final List<RandomExpressions.Array> readable = new ArrayList<>();
  private final RandomExpressions.Array flat;
  private final boolean mayThrow;
  private String row = "i0";
  private String column = "0";
  private int dimensions;
  private int names;

  /**
   * @param number the number at the end of the methods' names
   * @param seed determines everything
   */
  RandomRows(int number, long seed) {
    super(number, seed);
    this.mayThrow = random.nextInt(5) == 0;
    String favourite = type();
    for (int k = random.nextInt(3); k >= 0; k--) {
      nested.add(new RandomExpressions.Array("r" + k, random.nextBoolean() ? favourite : type()));
    }
    for (int k = random.nextInt(2); k >= 0; k--) {
      String type = random.nextInt(8) == 0 ? "boolean" : random.nextBoolean() ? favourite : type();
      written.add(new RandomExpressions.Array("w" + k, type));
    }
    this.flat = new RandomExpressions.Array("f", random.nextBoolean() ? favourite : type());
  }

  @Override
  String type() {
    return TYPES[random.nextInt(TYPES.length)];
  }

  @Override
  String source() {
    text.append("static void kernel").append(number).append('(').append(parameters());
    text.append(") {\n");
    String hoisted = "";
    readable.add(flat);
    if (random.nextInt(3) == 0) {
      RandomExpressions.Array from = nested.get(0);
      hoisted = from.type() + "[] h = " + from.name() + "[" + random.nextInt(4) + "];\n";
      readable.add(new RandomExpressions.Array("h", from.type()));
    }
    text.append(hoisted).append(nest()).append("}\n");
    runner();
    return text.toString();
  }

  private String parameters() {
    StringBuilder made = new StringBuilder("int n, int m, int base, long pl, double pd");
    for (RandomExpressions.Array array : arrays()) {
      made.append(", ").append(array.type()).append("[][] ").append(array.name());
    }
    return made.append(", ").append(flat.type()).append("[] f").toString();
  }

  private List<RandomExpressions.Array> arrays() {
    List<RandomExpressions.Array> all = new ArrayList<>(nested);
    all.addAll(written);
    return all;
  }

  private String nest() {
    StringBuilder loops = new StringBuilder();
    dimensions = 1 + random.nextInt(3);
    row = pick("i0 - base", "i0 - base", "i0 - base + 1", "base + n + 3 - i0", "(i0 - base) * 2");
    column = dimensions == 1 ? "" : dimensions == 2 ? pick("i1", "i1", "i1 + 1", "m - i1") : "";
    if (dimensions == 3) {
      boolean planes = random.nextBoolean();
      row = planes ? "(" + row + ") * m + i1" : row;
      column = planes ? "i2" : "i1 * 3 + i2";
    }
    int rowKnownAt = row.contains("i1") ? 1 : 0;
    StringBuilder ends = new StringBuilder();
    RandomExpressions.Array any = random.nextInt(6) != 0 ? nested.get(0) : written.get(0);
    for (int d = 0; d < dimensions; d++) {
      String v = "i" + d;
      String mark = d == 0 || random.nextInt(5) != 0 ? "@Parallel " : "";
      loops.append("for (").append(mark).append("int ").append(head(d, v, any)).append(") {\n");
      if (random.nextInt(3) == 0) {
        RandomExpressions.Array from = nested.get(random.nextInt(nested.size()));
        String name = "b" + d;
        loops.append(from.type()).append("[] ").append(name).append(" = ").append(from.name());
        loops.append('[').append(d > 0 ? near("i" + random.nextInt(d + 1)) : near("i0 - base"));
        loops.append("];\n");
        readable.add(new RandomExpressions.Array(name, from.type()));
      }
      if (d == rowKnownAt && random.nextInt(3) == 0) {
        loops.append(written.get(0).type()).append("[] own = ").append(written.get(0).name());
        loops.append('[').append(row).append("];\n");
        written.set(0, new RandomExpressions.Array("own", written.get(0).type()));
      }
      ends.append("}\n");
    }
    for (RandomExpressions.Array array : nested) {
      String at = random.nextBoolean() ? near("i0 - base") : anyRow(array);
      readable.add(new RandomExpressions.Array(array.name() + "[" + at + "]", array.type()));
    }
    RandomExpressions scope = new RandomExpressions(random, readable, mayThrow);
    scope.add('I', "n");
    scope.add('I', "m");
    scope.add('J', "pl");
    scope.add('D', "pd");
    for (int d = 0; d < dimensions; d++) {
      scope.addCounter(d == 0 ? "(i0 - base)" : "i" + d);
    }
    for (int s = random.nextInt(4); s >= 0; s--) {
      loops.append(statement(scope, 2));
    }
    loops.append(write(scope));
    return loops.append(ends).toString();
  }

  private String near(String counter) {
    return pick(counter, counter, counter, counter + " + 1", "(" + counter + " & 3)", "2", "0");
  }

  private String anyRow(RandomExpressions.Array array) {
    return pick(
        "m & 3",
        "Math.min(i0 - base + 1, " + array.name() + ".length - 1)",
        "Math.max(0, i0 - base - 1)",
        "clamp((int) f[0], 0, 3)",
        "(i0 - base > 2 ? 1 : i0 - base)",
        "(n > 5 ? i0 - base : m > 3 ? 3 : 1)",
        "parity(i0) + 1",
        "Math.floorMod((int) f[(i0 - base) & 7], " + array.name() + ".length)",
        "((int) f[(i0 - base) & 7]) & 3",
        array.name() + ".length - 1");
  }

  private String head(int d, String v, RandomExpressions.Array any) {
    String zero = d == 0 ? "base" : "0";
    String limit =
        d == 0
            ? pick("base + n", "base + n", "base + " + any.name() + ".length - 1")
            : d == 2
                ? pick("3", "2")
                // With planes of m rows, no other iteration has the same row.
                : row.contains("i1")
                    ? "m"
                    : pick(
                        "m",
                        "m",
                        any.name() + "[0].length",
                        any.name() + "[" + random.nextInt(4) + "].length - 1",
                        any.name() + "[i0 - base].length");
    return switch (random.nextInt(7)) {
      case 0 -> v + " = " + limit + " - 1; " + v + " >= " + zero + "; " + v + "--";
      case 1 -> v + " = " + zero + "; " + v + " < " + limit + "; " + v + " += 2";
      case 2 -> v + " = " + zero + " + 1; " + v + " <= " + limit + " - 1; " + v + "++";
      default -> v + " = " + zero + "; " + v + " < " + limit + "; " + v + "++";
    };
  }

  private String write(RandomExpressions scope) {
    RandomExpressions.Array array = written.get(random.nextInt(written.size()));
    String whole = array.name().equals("own") ? "own" : array.name() + "[" + row + "]";
    if (dimensions > 1) {
      return assignment(scope, array, whole, column);
    }
    String t = "t" + names++;
    RandomExpressions inner = scope.inner();
    inner.addCounter(t);
    String loop = "for (int " + t + " = 0; " + t + " < ";
    return switch (random.nextInt(4)) {
      case 0 -> assignment(scope, array, whole, String.valueOf(random.nextInt(4)));
      case 1 ->
          loop
              + pick(whole + ".length", "m")
              + "; "
              + t
              + "++) "
              + assignment(inner, array, whole, t);
      case 2 ->
          loop + whole + ".length - 1; " + t + "++) " + assignment(inner, array, whole, t + " + 1");
      default ->
          "if ("
              + (array.name().equals("own") ? "" : row + " < " + array.name() + ".length && ")
              + "2 < "
              + whole
              + ".length) "
              + assignment(scope, array, whole, "2");
    };
  }

  private String assignment(
      RandomExpressions scope, RandomExpressions.Array array, String whole, String index) {
    String target = whole + "[" + index + "]";
    if (array.type().equals("boolean")) {
      return target + pick(" = ", " ^= ") + scope.condition(2) + ";\n";
    }
    char kind = kind(array.type());
    if ((array.type().equals("int") || array.type().equals("double")) && random.nextInt(4) == 0) {
      return "put(" + whole + ", " + index + ", " + scope.of(kind, 2) + ");\n";
    }
    return random.nextInt(3) == 0
        ? target + " += " + scope.of(kind, 2) + ";\n"
        : target + " = (" + array.type() + ") (" + scope.of(kind, 3) + ");\n";
  }

  private String statement(RandomExpressions scope, int depth) {
    switch (random.nextInt(depth > 0 ? 10 : 3)) {
      case 0, 1 -> {
        char type = "IJFD".charAt(random.nextInt(4));
        String name = "v" + names++;
        String made = javaType(type) + " " + name + " = " + scope.of(type, 2) + ";\n";
        scope.add(type, name);
        return made;
      }
      case 2 -> {
        return write(scope);
      }
      case 3, 4 -> {
        RandomExpressions inner = scope.inner();
        String made = "if (" + scope.condition(2) + ") {\n" + statement(inner, depth - 1) + "}";
        return random.nextBoolean()
            ? made + "\n"
            : made + " else {\n" + statement(scope.inner(), depth - 1) + "}\n";
      }
      case 5 -> {
        return helper(scope);
      }
      case 6 -> {
        return search(scope);
      }
      case 7 -> {
        String a = nested.get(random.nextInt(nested.size())).name();
        String checked =
            pick(
                a + "[" + near("i0 - base") + "].length > 3",
                a + "[" + near("i0 - base") + "].length >= m",
                a + "[2].length == " + a + "[3].length",
                near("i0 - base") + " < " + a + ".length");
        return "if (" + checked + ") {\n" + statement(scope.inner(), depth - 1) + "}\n";
      }
      default -> {
        return sum(scope);
      }
    }
  }

  private String helper(RandomExpressions scope) {
    for (RandomExpressions.Array array : nested) {
      String name = "v" + names++;
      String a = array.name();
      String at = near("i0 - base");
      if (array.type().equals("int")) {
        scope.add('I', name);
        String j = near(dimensions > 1 ? "i1" : "2");
        String call = pick("whole(" + a + "[" + at + "])", "at(" + a + ", " + at + ", " + j + ")");
        return "int " + name + " = " + call + ";\n";
      }
      if (array.type().equals("double")) {
        scope.add('D', name);
        String call =
            pick(
                "total(" + a + "[" + at + "], 0, m)",
                "total(" + a + "[" + at + "], 1, " + a + "[0].length)",
                "dot(" + a + ", " + at + ", 3)");
        return "double " + name + " = " + call + ";\n";
      }
    }
    return "";
  }

  /** The position where a loop over changing rows ends, and the element there. */
  private String search(RandomExpressions scope) {
    RandomExpressions.Array array = nested.get(random.nextInt(nested.size()));
    String a = array.name();
    String j = "j" + names++;
    String q = "q" + names++;
    String v = "v" + names++;
    String next = pick("((int) f[J & 15]) & 3", "J & 3", "(J & 1) + 1", "parity(J) + 1");
    String used = pick(a + "[Q].length < 8", "Q == 1", "J < " + a + "[Q].length", "J < 7");
    String loop =
        pick(
            "while (J < A[Q = NEXT].length && J < 40) J++;\n",
            "while (J < A[Q = NEXT].length) J++;\n",
            "while (J < 12 && Q < 2) { J++; Q = Math.min(3, NEXT); }\n",
            "for (; J < 6; J++) { Q = NEXT; if (A[Q].length < J + 3) break; }\n",
            "do { J++; Q = NEXT; } while (J < A[Q].length - 1);\n");
    String text =
        "int J = 0, Q = 0, V = 3;\n"
            + loop
            + "if ("
            + used
            + ") V = (int) "
            + pick("A[1][J]", "A[Q][J]", "f[J]", "A[Q][0]", "A[J & 3][Q & 7]")
            + ";\n";
    scope.add('I', v);
    scope.add('I', j);
    String made = text.replace("NEXT", next).replace(a, "A");
    return made.replace("A", a).replace("J", j).replace("Q", q).replace("V", v);
  }

  /** A loop over a row's elements, or over rows. */
  private String sum(RandomExpressions scope) {
    RandomExpressions.Array array = nested.get(random.nextInt(nested.size()));
    char type = kind(array.type());
    String t = "t" + names++;
    String s = "s" + names++;
    String a = array.name();
    String at = near("i0 - base");
    String c = random.nextBoolean() ? "2" : dimensions > 1 ? "i1" : "1";
    String made = javaType(type) + " " + s + " = 0;\nfor (int " + t + " = 0; " + t + " < ";
    String loop =
        switch (random.nextInt(6)) {
          case 0 ->
              a + "[" + at + "].length; " + t + "++) " + s + " += " + a + "[" + at + "][" + t + "]";
          case 1 -> a + ".length; " + t + "++) " + s + " += " + a + "[" + t + "][" + c + "]";
          case 2 ->
              a
                  + ".length; "
                  + t
                  + "++) if ("
                  + c
                  + " < "
                  + a
                  + "["
                  + t
                  + "].length) "
                  + s
                  + " += "
                  + a
                  + "["
                  + t
                  + "]["
                  + c
                  + "]";
          case 3 ->
              a
                  + ".length; "
                  + t
                  + "++) for (int x = 0; x < "
                  + a
                  + "["
                  + t
                  + "].length; x++) "
                  + s
                  + " += "
                  + a
                  + "["
                  + t
                  + "][x]";
          case 4 ->
              a
                  + ".length - 1; "
                  + t
                  + "++) { "
                  + array.type()
                  + "[] y = "
                  + a
                  + "["
                  + t
                  + " + 1]; for"
                  + " (int x = y.length - 1; x >= 0; x--) "
                  + s
                  + " += y[x] * "
                  + a
                  + "["
                  + t
                  + "][0]; }";
          default -> "3; " + t + "++) " + s + " += " + a + "[" + t + "][" + at + "]";
        };
    scope.add(type, s);
    return made + loop + ";\n";
  }

  private void runner() {
    text.append("static Object run").append(number).append("(int variant) {\n");
    int n = random.nextInt(12);
    int m = random.nextInt(7);
    text.append("int n = ").append(n).append(", m = ").append(m);
    text.append(", base = ").append(pick("0", "0", "0", "3", "-4", "Integer.MAX_VALUE - 40"));
    text.append(";\n");
    List<RandomExpressions.Array> all = new ArrayList<>(nested);
    for (RandomExpressions.Array array : written) {
      String name = array.name().equals("own") ? "w" + (written.size() - 1) : array.name();
      all.add(new RandomExpressions.Array(name, array.type()));
    }
    for (RandomExpressions.Array array : all) {
      boolean isWritten = array.name().startsWith("w");
      int rows = isWritten ? (n + 4) * Math.max(2, m) + 3 : n + 4;
      int columns = (isWritten ? 3 * m : Math.max(m, n)) + 5;
      if (random.nextInt(mayThrow ? 5 : 14) == 0) {
        rows = 1 + random.nextInt(rows);
      }
      text.append(array.type()).append("[][] ").append(array.name()).append(" = ");
      text.append(random.nextInt(30) == 0 ? "variant == 2 ? null : " : "").append('(');
      text.append(array.type()).append("[][]) rows(\"").append(array.type()).append("\", ");
      text.append(rows).append(", ").append(columns).append(", ");
      text.append(pick("0", "0", "0", "2", "4", "1", "3", "6", "variant == 1 ? 5 : 0"));
      text.append(", ").append(random.nextInt(1000)).append(");\n");
    }
    text.append(flat.type()).append("[] f = (").append(flat.type()).append("[]) fill(\"");
    text.append(flat.type()).append("\", 30, 7);\n");
    StringBuilder made = new StringBuilder("n, m, base, 5L * variant, 0.5 + variant");
    all.forEach(array -> made.append(", ").append(array.name()));
    String arguments = made.append(", f").toString();
    text.append("Object keep = new Object[] {").append(arguments).append("};\n");
    text.append("String thrown = \"\";\ntry {\n");
    for (int variant = 1; variant < 3; variant++) {
      text.append("if (variant == ").append(variant).append(") {\n");
      for (int k = random.nextInt(3); k >= 0; k--) {
        text.append(alias(all));
      }
      text.append("}\n");
    }
    text.append("kernel").append(number).append('(').append(arguments).append(");\n");
    if (random.nextInt(3) == 0) {
      text.append(swap(all));
      text.append("kernel").append(number).append('(').append(arguments).append(");\n");
    }
    text.append("} catch (RuntimeException e) { thrown = e.toString(); }\n");
    text.append("return new Object[] {keep, thrown, ").append(arguments).append("};\n}\n");
  }

  /** Rows and arrays that are reached in two ways. */
  private String alias(List<RandomExpressions.Array> all) {
    RandomExpressions.Array first = all.get(random.nextInt(all.size()));
    List<RandomExpressions.Array> alike =
        all.stream().filter(a -> a.type().equals(first.type())).toList();
    RandomExpressions.Array second = alike.get(random.nextInt(alike.size()));
    String x = first.name();
    String y = second.name();
    String i = "[" + random.nextInt(4) + "]";
    String j = "[" + random.nextInt(4) + "]";
    return switch (random.nextInt(5)) {
      case 0 -> x + " = " + y + ";\n";
      case 1 ->
          flat.type().equals(first.type())
              ? "f = " + x + i + ";\n"
              : random.nextInt(4) == 0 ? x + i + " = null;\n" : "";
      case 2 -> x + i + " = java.util.Arrays.copyOf(" + x + i + ", 2);\n";
      case 3 -> x + " = " + x + ".clone();\n";
      default -> x + i + " = " + y + j + ";\n";
    };
  }

  private String swap(List<RandomExpressions.Array> all) {
    for (RandomExpressions.Array first : all) {
      for (RandomExpressions.Array second : all) {
        if (first != second && first.type().equals(second.type())) {
          String x = first.name();
          String y = second.name();
          return "{ var x = " + x + "; " + x + " = " + y + "; " + y + " = x; }\n";
        }
      }
    }
    return "";
  }
}
