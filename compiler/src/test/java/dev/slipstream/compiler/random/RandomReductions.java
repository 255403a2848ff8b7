package dev.slipstream.compiler.random;

import java.util.Random;

/**
 * Random loops over variables that iterations carry on: some are reductions, others only look like
 * them. All values come from arrays with few different ones, so that equal values are frequent.
 */
final class RandomReductions {
  private static final String[] NUMBERS = {"a[i]", "i", "a[(i * 3 + 1) % n]", "7", "a[i] * 5 - i"};
  private static final String[] FLOATS = {"x[i]", "x[(i * 5 + 2) % n]", "0.5 * x[i]", "-x[i]"};
  private static final String[] INT_STEPS = {
    "s += V;", "s -= V;", "s++;", "s = V + s;", "s += V > 3 ? 1 : 0;"
  };
  private static final String[] OTHER_STEPS = {
    "t ^= V;",
    "u = Math.max(u, V);",
    "u = V > u ? V : u;",
    "if (u < V) u = V;",
    "w *= V | 1;",
    "h[V & 7]++;",
    "h[V & 7] += V;",
    "y &= V | 9;",
    "long z = V; if (z >= v) v = z;"
  };
  private static final String[] PLACES = {
    "if (F > best) { best = F; at = i; }",
    "double f = F; if (f > best) { at = V; best = f; }",
    "if (best < F && V > 2) { best = F; at = i; }",
    "if (V > 1) if (F > best) { best = F; at = -i; }",
    "double f = F; if (!(f > best)) continue; best = f; at = i;",
    "double f = F; if (f > best) { best = f; if (V > 3) at = i; else at = -V; }"
  };
  private static final String[] WRONG = {
    "if (F > best) { best = F; s++; }",
    "if (F > best) at = i;",
    "if (s > V) t ^= 5;",
    "s = s * 3 + 1;",
    "if (F > best || V > 6) { best = F; at = i; }",
    "out[i] = s;",
    "if (u < V) u = V; else u = V - 1;",
    "if (F > best) best = 2 * F;",
    "int old = u; if (V > u) u = V; if (a[i] > old) u = a[i];",
    "if (F >= best) { best = F; at = i; } if (F > best) { best = F; at = -i; }"
  };

  private final Random random;
  private boolean places;

  RandomReductions(long seed) {
    this.random = new Random(seed);
  }

  /**
   * The source of a method and of one that runs it.
   *
   * @param number the number at the end of their names
   */
  String source(int number) {
    return members().replace("long[] run(", "long[] kernel" + number + "(")
        + """
        static Object runN(int variant) {
          int n = variant == 0 ? 1 : variant == 1 ? 8 : 100;
          Object out = null;
          String thrown = "";
          try { out = kernelN(n); } catch (RuntimeException e) { thrown = e.toString(); }
          return new Object[] {out, thrown};
        }
        """
            .replace("N(", number + "(");
  }

  /** The members of a program with a method {@code run(int)}. */
  private String members() {
    StringBuilder body = new StringBuilder();
    places = false;
    int count = 1 + random.nextInt(4);
    for (int k = 0; k < count; k++) {
      body.append("        { ").append(statement(2)).append(" }\n");
    }
    boolean nest = random.nextInt(3) == 0;
    String head =
        nest
            ? "for (@Parallel int i0 = 0; i0 < n / 4; i0++) for (@Parallel int i1 = 3; i1 >= 0; i1--) {"
                + " int i = i0 * 4 + i1;"
            : random.nextBoolean()
                ? "for (@Parallel int i = 0; i < n; i++) {"
                : "for (@Parallel int i = n - 1; i >= 0; i -= 2) {";
    return """
        static long[] run(int n) {
          int[] a = new int[n], h = new int[8], out = new int[n]; double[] x = new double[n];
          double[] kinds = {1, 2, 0.0, -0.0, Double.NaN, -3, 2};
          for (int k = 0; k < n; k++) { a[k] = (k * 31 >> 2) %% 9; x[k] = kinds[(k * 13 >> 1) %% kinds.length]; }
          int s = 3, t = 9, u = -4, y = -1, at = -1; long v = -2, w = 1; double best = %s;
          %s
        %s  }
          long hash = 0;
          for (int k = 0; k < n; k++) hash = hash * 31 + out[k];
          for (int k = 0; k < 8; k++) hash = hash * 31 + h[k];
          return new long[] {s, t, u, v, w, y, at, Double.doubleToLongBits(best), hash};
        }
        """
        .formatted(random.nextBoolean() ? "-1" : "-0.0", head, body);
  }

  private String statement(int depth) {
    int choice = random.nextInt(20);
    if (choice < 3 && depth > 0) {
      return "if (" + number() + " % 3 != 1) { " + statement(depth - 1) + " }";
    }
    if (choice < 5 && depth > 0) {
      return "for (int j"
          + depth
          + " = 0; j"
          + depth
          + " < 3; j"
          + depth
          + "++) { "
          + statement(depth - 1).replace("continue", "break")
          + " }";
    }
    if (choice < 6 && depth > 0) {
      return "{ " + statement(depth - 1) + " } { " + statement(depth - 1) + " }";
    }
    if (choice < 11) {
      return filled(INT_STEPS);
    }
    if (choice < 15) {
      return filled(OTHER_STEPS);
    }
    if (choice < 19 && !places) {
      places = true;
      return filled(PLACES);
    }
    return random.nextInt(3) == 0 ? filled(WRONG) : filled(INT_STEPS);
  }

  private String number() {
    return NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private String filled(String[] templates) {
    String template = templates[random.nextInt(templates.length)];
    return template
        .replace("V", "(" + number() + ")")
        .replace("F", FLOATS[random.nextInt(FLOATS.length)]);
  }
}
