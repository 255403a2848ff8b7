package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method whose iterations add to shared variables and elements. With integers the result
 * is exact; with floating-point numbers it is near that of the loop.
 */
final class RandomAccumulators extends RandomMethod {
  private static final int LENGTH = 90;

  /**
   * {@code #S} is the variable, {@code #E} an expression, {@code #B} a condition, {@code #T} a
   * type.
   */
  private static final String[][] FAMILIES = {
    {"#S += #E;", "#S -= #E;", "#S++;", "if (#B) #S += #E;", "#S += #B ? 1 : 0;"},
    {"#S *= #E | 1;", "if (#B) #S *= 3;"},
    {"#S ^= #E;", "if (#B) #S ^= #E;"},
    {"#S &= #E | 9;"},
    {"#S |= #E & 1023;", "if (#B) #S |= 4096;"},
    {"#S = Math.min(#S, #E);"},
    {"#S = Math.max(#E, #S);"},
    {"{ #T e = #E; if (e > #S) #S = e; }"},
    {"{ #T e = #E; #S = e < #S ? e : #S; }"}
  };

  private final String element = type();
  private RandomExpressions scope = new RandomExpressions(random, List.of(), false);

  RandomAccumulators(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    scope =
        new RandomExpressions(random, List.of(new RandomExpressions.Array("r0", element)), false);
    scope.add('I', "n");
    scope.addCounter("i0");
    scope.add(kind(element), "r0[i0]");
    scope.add(kind(element), "r0[i0]");
    switch (turn(2, 6)) {
      case 0 -> places();
      case 1 -> rounded();
      case 2 -> elements();
      default -> variables();
    }
    return text.toString();
  }

  private void variables() {
    StringBuilder before = new StringBuilder();
    StringBuilder body = new StringBuilder();
    List<String> results = new ArrayList<>();
    for (int s = random.nextInt(3); s >= 0; s--) {
      char kind = random.nextBoolean() ? 'I' : 'J';
      String name = "s" + s;
      String start = pick("0", "1", "-5", "Integer.MAX_VALUE");
      before.append(javaType(kind)).append(' ').append(name).append(" = ").append(start);
      before.append(";\n");
      results.add(name);
      String[] family = FAMILIES[random.nextInt(FAMILIES.length)];
      for (int k = random.nextInt(2); k >= 0; k--) {
        body.append(step(pick(family), name, kind)).append('\n');
      }
    }
    if (random.nextInt(3) == 0) {
      body.append("w0[i0] = (long) ").append(scope.of('D', 2)).append(";\n");
    }
    method(before.toString(), body.toString(), String.join(", ", results));
  }

  private String step(String template, String name, char kind) {
    String made = template.replace("#S", name).replace("#T", javaType(kind));
    if (random.nextInt(5) == 0 && !made.contains(" e = ")) {
      made = "for (int t0 = 0; t0 < (i0 & 3); t0++) { " + made + " }";
    }
    return made.replace("#E", "(" + scope.of(kind, 2) + ")").replace("#B", scope.condition(1));
  }

  /** The positions of the smallest or largest value. */
  private void places() {
    char kind = "IJFD".charAt(random.nextInt(4));
    String start = pick("0", "-1", "100", "r0.length");
    String before = javaType(kind) + " best = " + start + ";\nint at = -1;\n";
    String comparison = pick("v > best", "v < best", "v >= best", "best >= v");
    String body =
        javaType(kind)
            + " v = "
            + scope.of(kind, 2)
            + ";\nif ("
            + comparison
            + ") { best = v; at = "
            + pick("i0", "n - i0", "3 * i0")
            + "; }\n";
    method(before, body, "best, at");
  }

  /** Sums that are computed in another order. */
  private void rounded() {
    String t = pick("double", "float");
    String term = pick("q[i0] * q[n - 1 - i0]", "q[i0]", "Math.abs(q[i0])", "q[i0] * i0");
    String loop = "for (int i0 = 0; i0 < n; i0++) {\nT e = (T) (" + term + ");\n";
    String sign = pick("+=", "+=", "-=");
    text.append("static T kernel".replace("T", t)).append(number);
    text.append("(int n, double[] q) {\n@Reduction ").append(t).append(" s = 0;\n");
    text.append(
        (loop + "s " + sign + " e;\n}\nreturn s;\n}\n")
            .replace("T", t)
            .replace("for (int", "for (@Parallel int"));
    List<String> declared = new ArrayList<>();
    declared.add("int n = " + random.nextInt(LENGTH * 12) + ";\n");
    declared.add("double[] q = usual(n, " + any() + ");\n");
    declared.add("boolean out = false;\n");
    declared.add(t + " plain = 0;\ndouble size = 0;\n");
    declared.add((loop + "plain " + sign + " e;\nsize += Math.abs(e);\n}\n").replace("T", t));
    runner(declared, "near(", "n, q), plain, size)", "out, q");
  }

  /** Elements that several iterations update. */
  private void elements() {
    char kind = random.nextBoolean() ? 'I' : 'J';
    String h = pick("h[x[i0] & 7]", "h[x[i0]]", "h[Math.floorMod(x[i0] * 3, 5)]", "h[i0 % 9]");
    String e = "(" + scope.of(kind, 2) + ")";
    String step =
        pick(
                "#S++;",
                "#S += #E;",
                "#S -= #E;",
                "#S ^= #E;",
                "if (#B) #S += 2;",
                "#S = Math.max(#S, #E);")
            .replace("#S", h)
            .replace("#E", e)
            .replace("#B", scope.condition(1));
    String body = step + "\n" + (random.nextInt(3) == 0 ? "s0 += x[i0];\n" : "");
    String loop = "int s0 = 0;\nfor (@Parallel int " + head("i0", "n") + ") {\n";
    text.append("static Object kernel").append(number);
    text.append(
        "(int n, int[] x, T[] r0, U[] h, long[] w0) {\n"
            .replace("T", element)
            .replace("U", javaType(kind)));
    text.append(loop).append(body).append("}\nreturn s0;\n}\n");
    String bad = "variant == 1 ? " + random.nextInt(5) + " : 0";
    List<String> declared = arrays();
    declared.add("int[] x = indices(%d, 9, %s, %d);\n".formatted(LENGTH, bad, any()));
    declared.add(array("h", javaType(kind), 9));
    runner(declared, "", "n, x, r0, h, w0)", "out, x, h");
  }

  private List<String> arrays() {
    List<String> declared = new ArrayList<>();
    declared.add("int n = " + random.nextInt(LENGTH) + ";\nObject out = null;\n");
    declared.add(array("r0", element, LENGTH));
    declared.add(array("w0", "long", LENGTH));
    return declared;
  }

  private void method(String before, String body, String results) {
    text.append("static Object kernel").append(number);
    text.append("(int n, T[] r0, long[] w0) {\n".replace("T", element)).append(before);
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n").append(body);
    text.append("}\nreturn new Object[] {").append(results).append("};\n}\n");
    runner(arrays(), "", "n, r0, w0)", "out, w0");
  }

  private void runner(List<String> declared, String before, String arguments, String results) {
    text.append("static Object run").append(number).append("(int variant) {\n");
    declared.forEach(text::append);
    text.append("String thrown = \"\";\ntry {\nout = ").append(before).append("kernel");
    text.append(number).append('(').append(arguments).append(";\n");
    text.append("} catch (RuntimeException e) { thrown = e.toString(); }\n");
    text.append("return new Object[] {null, thrown, ").append(results).append("};\n}\n");
  }
}
