package dev.slipstream.compiler.random;

import java.util.Random;

/** Bodies of loops that create, choose, swap, carry and change small objects and private arrays. */
final class RandomObjects {
  /** The classes that the programs use. */
  static final String TYPES =
      """
      record Vec(int x, int y) {
        Vec plus(Vec o) { return new Vec(x + o.x, y + o.y); }
        Vec flip() { return new Vec(y, x); }
        Vec most(Vec o) { if (x > o.x) return this; return x == o.x ? flip() : o; }
        Vec orNull(int k) { return x > k ? this : null; }
      }
      record Pair(Vec a, Vec b) {
        Pair swap() { return new Pair(b, a); }
        Vec sum() { return a.plus(b); }
      }
      static class Sum {
        int total; short small; Vec last = new Vec(1, 2);
        Sum add(Vec v) { total += v.x; small += v.y; last = v; return this; }
        void grow() { total *= 3; }
      }
      """;

  private static final String[] VECTORS = {"p", "q", "r"};

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private int names;

  private RandomObjects(long seed) {
    this.random = new Random(seed);
  }

  /** A method with a loop, and one that runs it, with a number at the end of their names. */
  static String source(int number, long seed) {
    RandomObjects program = new RandomObjects(seed);
    program.block(3, 3);
    return "static int[] kernel"
        + number
        + "(int variant) {\n  int n = 20 + variant; int[] a = new int[n], b = new int[n];\n"
        + "  for (int i = 0; i < n; i++) b[i] = i * 7 % 11 - 4;\n"
        + "  for (@Parallel int i = 0; i < n; i++) {\n"
        + "    Vec p = new Vec(b[i], i), q = new Vec(1, b[i]), r = p; Vec z = null;\n"
        + "    Sum s = new Sum(); Pair w = new Pair(p, q); int[] t = new int[4]; int g = 0;\n"
        + program.text
        + "    a[i] = p.x + 3 * q.y + 5 * r.x + 7 * s.total + s.small + w.sum().x + w.a.y + t[1] + g\n"
        + "        + s.last.y + (z == null ? 11 : z.y);\n"
        + "  }\n  return a;\n}\nstatic Object run"
        + number
        + "(int variant) {\n  return new Object[] {kernel"
        + number
        + "(variant), \"\"};\n}\n";
  }

  private void block(int statements, int depth) {
    for (int k = 0; k < statements; k++) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    String v = vector();
    switch (random.nextInt(depth > 0 ? 14 : 10)) {
      case 0, 1, 2 -> line(v + " = " + value(2) + ";");
      case 3 -> {
        String old = "t" + names++;
        line("Vec " + old + " = " + v + "; " + v + " = " + vector() + ";");
        line(vector() + " = " + old + ";");
      }
      case 4 -> line("s.add(" + value(1) + ");" + (random.nextBoolean() ? " s.grow();" : ""));
      case 5 -> line("w = " + (random.nextBoolean() ? "w.swap()" : pair()) + ";");
      case 6 ->
          line("z = " + (random.nextInt(3) == 0 ? "null" : v + ".orNull(" + number() + ")") + ";");
      case 7 -> line("if (z != null) " + v + " = z.plus(" + vector() + ");");
      case 8 -> line("t[" + number() + " & 3] += " + number() + ";");
      case 9 -> line("g += t[" + number() + " & 3] + " + value(1) + ".y;");
      case 10, 11 -> {
        line("if (" + condition() + ") {");
        block(1 + random.nextInt(2), depth - 1);
        if (random.nextBoolean()) {
          line("} else {");
          block(1 + random.nextInt(2), depth - 1);
        }
        line("}");
      }
      default -> {
        String k = "k" + names++;
        line("for (int " + k + " = 0; " + k + " < " + (1 + random.nextInt(3)) + "; " + k + "++) {");
        block(1 + random.nextInt(3), depth - 1);
        if (random.nextInt(4) == 0) {
          line("if (" + condition() + ") break;");
        }
        line("}");
      }
    }
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 2)) {
      case 0 -> vector();
      case 1 -> "new Vec(" + number() + ", " + number() + ")";
      case 2 -> value(depth - 1) + ".plus(" + value(depth - 1) + ")";
      case 3 -> value(depth - 1) + ".flip()";
      case 4 -> value(depth - 1) + ".most(" + value(depth - 1) + ")";
      case 5 -> "(" + condition() + " ? " + value(depth - 1) + " : " + value(depth - 1) + ")";
      case 6 -> pair() + ".sum()";
      default -> random.nextBoolean() ? "w.a" : "w.b";
    };
  }

  private String pair() {
    return "new Pair(" + value(0) + ", " + value(0) + ")";
  }

  private String condition() {
    return switch (random.nextInt(4)) {
      case 0 -> "z == null";
      case 1 -> "i % 3 == " + random.nextInt(3);
      default -> number() + " > " + number();
    };
  }

  private String number() {
    return switch (random.nextInt(7)) {
      case 0 -> "b[i]";
      case 1 -> "i";
      case 2 -> "g";
      case 3 -> vector() + ".x";
      case 4 -> vector() + ".y";
      case 5 -> "s.total";
      default -> Integer.toString(random.nextInt(9) - 2);
    };
  }

  private String vector() {
    return VECTORS[random.nextInt(VECTORS.length)];
  }

  private void line(String statement) {
    text.append("    ").append(statement).append('\n');
  }
}
