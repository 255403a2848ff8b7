package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method with a marked nest of loops, and a method that runs it on several sets of
 * arguments. The iterations are independent by construction: an array that is written is written
 * and read only at indices that no other iteration has.
 */
final class RandomLoops extends RandomMethod {
  private final List<RandomExpressions.Array> reads = new ArrayList<>();
  private final List<Written> writes = new ArrayList<>();
  private final List<String> outer = new ArrayList<>();
  private final boolean isStatic;
  private final boolean mayThrow;
  private int names;
  private String index = "";

  private record Written(String name, String type, int row) {}

  /**
   * @param number the number at the end of the methods' names
   * @param seed determines everything
   */
  RandomLoops(int number, long seed) {
    super(number, seed);
    this.isStatic = random.nextBoolean();
    this.mayThrow = random.nextInt(4) == 0;
  }

  @Override
  String source() {
    arrays();
    text.append(isStatic ? "static " : "").append("Object[] kernel").append(number).append("(");
    text.append("int n, int m, int base, long pl, double pd, Box box");
    reads.forEach(a -> text.append(", ").append(a.type()).append("[] ").append(a.name()));
    writes.forEach(a -> text.append(", ").append(a.type()).append("[] ").append(a.name()));
    text.append(") {\n");
    RandomExpressions scope = new RandomExpressions(random, reads, mayThrow);
    leaves(scope);
    int kind = random.nextInt(10);
    String loop = nest(scope);
    loop += "return new Object[] {" + String.join(", ", outer) + "};\n";
    if (kind == 0) {
      text.append("try {\n").append(loop).append("} finally { sd = 0.5; }\n");
    } else if (kind == 1) {
      text.append("synchronized (Box.class) {\n").append(loop).append("}\n");
    } else {
      text.append(loop);
    }
    text.append("}\n");
    runner();
    return text.toString();
  }

  private void arrays() {
    int r = 1 + random.nextInt(3);
    for (int k = 0; k < r; k++) {
      reads.add(new RandomExpressions.Array("r" + k, TYPES[random.nextInt(7)]));
    }
    int w = 1 + random.nextInt(2);
    for (int k = 0; k < w; k++) {
      writes.add(new Written("w" + k, TYPES[random.nextInt(7)], 1 << random.nextInt(3)));
    }
  }

  private void leaves(RandomExpressions scope) {
    scope.add('I', "n");
    scope.add('I', "m");
    scope.add('J', "pl");
    scope.add('D', "pd");
    scope.add('D', "sd");
    if (random.nextInt(3) == 0) {
      scope.add('I', "box.q");
      scope.add('I', "box.twice(2)");
      scope.add('D', "box.next.z");
    }
    if (!isStatic) {
      scope.add('I', "fi");
      scope.add('J', "fl");
      scope.add('I', "own(n)");
      scope.add('I', "fa[" + random.nextInt(8) + "]");
    }
  }

  private String nest(RandomExpressions scope) {
    StringBuilder loops = new StringBuilder();
    RandomExpressions inside = scope.inner();
    String always = "";
    List<Runnable> later = new ArrayList<>();
    for (int k = Math.max(0, random.nextInt(4) - 1); k > 0; k--) {
      char type = "IJFD".charAt(random.nextInt(4));
      String name = "o" + k;
      loops.append(javaType(type)).append(' ').append(name).append(" = 1;\n");
      outer.add(name);
      if (random.nextInt(16) != 0) {
        always += name + " = " + scopeAlways(inside, type) + ";\n";
      }
      later.add(() -> inside.add(type, name));
    }
    int dimensions = 1 + random.nextInt(3);
    String ends = "";
    boolean top = random.nextInt(6) == 0;
    for (int d = 0; d < dimensions; d++) {
      String variable = "i" + d;
      String mark = d == 0 || random.nextInt(5) != 0 ? "@Parallel " : "";
      boolean isLong = random.nextInt(10) == 0 && !(top && d == 0);
      String head = new RandomHeads(random).head(d, isLong ? "l" + d : variable);
      if (top && d == 0) {
        loops.append(mark).append("int ").append(variable).append(";\nfor (");
        outer.add(variable);
      } else {
        loops.append("for (").append(mark).append(isLong ? "long " : "int ");
      }
      loops.append(head).append(") {\n");
      if (isLong) {
        loops.append("int ").append(variable).append(" = (int) l").append(d).append(";\n");
      }
      inside.addCounter(variable);
      String post = "}\n";
      if (d + 1 < dimensions) {
        switch (random.nextInt(9)) {
          case 0 ->
              loops.append("int row").append(d).append(" = ").append(inside.near()).append(";\n");
          case 1 -> loops.append(statement(inside.inner(), 1, false));
          case 2 ->
              post =
                  "int post"
                      + d
                      + " = "
                      + inside.pick("n / (m - 5)", "box.q", "n * 3", "r0.length")
                      + ";\n}\n";
          default -> {
            // Perfectly nested.
          }
        }
      }
      if (d == 0 && random.nextInt(3) != 0) {
        loops.append(always);
        always = "";
      }
      ends = post + ends;
    }
    index = own(dimensions);
    loops.append(always);
    boolean usesScratch = random.nextInt(4) == 0;
    if (usesScratch) {
      loops.append(scratch(inside));
    }
    later.forEach(Runnable::run);
    int statements = 1 + random.nextInt(4);
    for (int s = 0; s < statements; s++) {
      loops.append(statement(inside, 2, true));
      if (usesScratch && random.nextInt(3) == 0) {
        loops.append("tmp[(" + inside.of('I', 1) + ") & 3] += " + inside.of('I', 1) + ";\n");
      }
    }
    loops.append(write(inside));
    String before = "int st = Math.floorMod(n, 3) + 1;\n";
    if (usesScratch) {
      before += "int[] tmp = {9, 8, 7, 6, 5, 4};\n";
      outer.add("tmp");
    }
    return before + loops.append(ends);
  }

  /** Fills an array from outside the loop anew, usually all elements that are read. */
  private String scratch(RandomExpressions scope) {
    String value = scope.of('I', 1);
    scope.add('I', "tmp[" + random.nextInt(6) + "]");
    scope.add('I', "tmp[" + scope.pick("i0 & 3", "n & 3", "Math.floorMod(i0, 6)") + "]");
    return switch (random.nextInt(6)) {
      case 0 ->
          "tmp[0] = 2; for (int q = 1; q < 6; q++) tmp[q] = 3 * tmp[q - 1] + " + value + ";\n";
      case 1 -> "for (int q = 5; q >= 0; q--) tmp[q] = q + " + value + ";\n";
      case 2 -> "for (int q = 0; q < 5; q++) tmp[q] = q + " + value + ";\n";
      case 3 -> "tmp[5] = " + value + "; for (int q = 0; q < 5; q++) tmp[q] = tmp[5] - q;\n";
      default -> "for (int q = 0; q < tmp.length; q++) tmp[q] = q ^ " + value + ";\n";
    };
  }

  private String scopeAlways(RandomExpressions scope, char type) {
    return "(" + javaType(type) + ") (" + scope.of(type, 2) + ")";
  }

  private String own(int dimensions) {
    String first =
        switch (random.nextInt(5)) {
          case 0 -> "(i0 - base + 1)";
          case 1 -> "(base + n - i0)";
          case 2 -> "((i0 - base) * 2 + 1)";
          default -> "(i0 - base)";
        };
    if (dimensions == 1) {
      return first;
    }
    String second = first + " * m + i1";
    return dimensions == 2 ? second : "(" + second + ") * 4 + i2";
  }

  private String element(RandomExpressions scope, Written array) {
    if (array.row == 1) {
      return array.name + "[" + index + "]";
    }
    String sub =
        switch (random.nextInt(4)) {
          case 0 -> "((" + scope.of('I', 1) + ") & " + (array.row - 1) + ")";
          case 1 -> "Math.floorMod(" + scope.near() + ", " + array.row + ")";
          default -> String.valueOf(random.nextInt(array.row));
        };
    return array.name + "[(" + index + ") * " + array.row + " + " + sub + "]";
  }

  private String write(RandomExpressions scope) {
    Written array = writes.get(random.nextInt(writes.size()));
    char type = kind(array.type);
    int form = random.nextInt(6);
    if (form == 0) {
      String target = element(scope, array);
      return target + (random.nextBoolean() ? "++" : " += " + scope.of(type, 2)) + ";\n";
    }
    if (form == 1 && array.row > 1) {
      String t = "t" + names++;
      RandomExpressions inner = scope.inner();
      inner.addCounter(t);
      String at = array.name + "[(" + index + ") * " + array.row + " + " + t + "]";
      return "for (int "
          + t
          + " = 0; "
          + t
          + " < "
          + array.row
          + "; "
          + t
          + "++) "
          + at
          + " = ("
          + array.type
          + ") ("
          + inner.of(type, 2)
          + ");\n";
    }
    return element(scope, array) + " = (" + array.type + ") (" + scope.of(type, 3) + ");\n";
  }

  private String statement(RandomExpressions scope, int depth, boolean mayWrite) {
    switch (random.nextInt(depth > 0 ? 9 : 3)) {
      case 0 -> {
        char type = "IJFD".charAt(random.nextInt(4));
        String name = "v" + names++;
        String made = javaType(type) + " " + name + " = " + scope.of(type, 2) + ";\n";
        scope.add(type, name);
        return made;
      }
      case 1, 2 -> {
        return mayWrite ? write(scope) : "";
      }
      case 3, 4 -> {
        String made = "if (" + scope.condition(2) + ") {\n" + block(scope, depth, mayWrite) + "}";
        return random.nextBoolean()
            ? made + "\n"
            : made + " else {\n" + block(scope, depth, mayWrite) + "}\n";
      }
      case 5 -> {
        return "switch ("
            + scope.of('I', 1)
            + " & "
            + scope.pick("3", "7", "0x40000001")
            + ") {\n"
            + "case 0: "
            + block(scope, depth, mayWrite)
            + scope.pick("", "break;")
            + "\ncase "
            + scope.pick("1", "0x40000000")
            + ": "
            + block(scope, depth, mayWrite)
            + "break;\ndefault: "
            + block(scope, depth, mayWrite)
            + "}\n";
      }
      default -> {
        return loop(scope, depth, mayWrite);
      }
    }
  }

  private String block(RandomExpressions scope, int depth, boolean mayWrite) {
    RandomExpressions inner = scope.inner();
    StringBuilder made = new StringBuilder();
    made.append("{ ");
    for (int k = random.nextInt(3); k >= 0; k--) {
      made.append(statement(inner, depth - 1, mayWrite));
    }
    return made.append("}\n").toString();
  }

  private String loop(RandomExpressions scope, int depth, boolean mayWrite) {
    String t = "t" + names++;
    String label = "l" + names++;
    RandomExpressions inner = scope.inner();
    String sum = "s" + names++;
    char type = "IJFD".charAt(random.nextInt(4));
    String before = javaType(type) + " " + sum + " = 0;\n";
    scope.add(type, sum);
    inner.add(type, sum);
    inner.addCounter(t);
    String small =
        scope.pick(
            "5",
            "0",
            "(i0 & 7)",
            "(((int) r0[0]) & 7)",
            "Math.min(n, 6)",
            "i0 - base",
            "m",
            "(i0 > 3 ? 4 : n & 3)",
            "(((int) r0[" + t + " & 3]) & 15)");
    String limit = small.contains(t) ? small : small;
    String start =
        scope.pick(
            "0",
            "0",
            "1",
            "-2",
            "(i0 & 3)",
            "m - 6",
            "clamp(i0 - 2, 0, 4)",
            "(i0 > 2 ? 1 : n - n)");
    String fuel = "if (" + t + " > 40 || " + t + " < -40) break;\n";
    String head =
        switch (random.nextInt(7)) {
          case 0 ->
              "for (int " + t + " = " + start + "; " + t + " <= " + limit + "; " + t + " += 2) {\n";
          case 1 ->
              "for (int "
                  + t
                  + " = "
                  + plain(small, t)
                  + "; "
                  + t
                  + " >= "
                  + start
                  + "; "
                  + t
                  + "--) {\n";
          case 2 -> "for (int " + t + " = 0; " + t + " != " + limit + "; " + t + "++) {\n" + fuel;
          case 3 -> "int " + t + " = " + start + ";\nwhile (" + t + "++ < " + limit + ") {\n";
          case 4 -> "int " + t + " = " + start + ";\ndo { " + t + "++;\n";
          default ->
              "for (int " + t + " = " + start + "; " + t + " < " + limit + "; " + t + "++) {\n";
        };
    boolean isDo = head.contains("do { ");
    StringBuilder body = new StringBuilder();
    for (int k = random.nextInt(2); k >= 0; k--) {
      body.append(statement(inner, depth - 1, mayWrite));
    }
    if (random.nextInt(3) == 0) {
      body.append("if (").append(inner.condition(1)).append(") ");
      body.append(scope.pick("break", "continue", "break " + label, "continue " + label));
      body.append(";\n");
    }
    body.append(sum).append(" += ").append(inner.of(type, 2)).append(";\n");
    String end = isDo ? "} while (" + t + " < " + limit + ");\n" : "}\n";
    if (head.startsWith("int ")) {
      int cut = head.indexOf(";\n") + 2;
      before += head.substring(0, cut);
      head = head.substring(cut);
      scope.addCounter(t);
    }
    return before + label + ": " + head + body + end;
  }

  private static String plain(String limit, String t) {
    return limit.contains(t) ? "6" : limit;
  }

  private void runner() {
    text.append("static Object run").append(number).append("(int variant) {\n");
    text.append("int n = ").append(random.nextInt(20)).append(", m = ").append(random.nextInt(9));
    text.append(", base = ")
        .append(base())
        .append(";\nsd = 0.25;\nBox box = new Box(); box.next = new Box();\n");
    text.append("if (variant == 1) { n = ").append(random.nextInt(25) - 2).append("; m = ");
    text.append(random.nextInt(10) - 1).append("; base = 0; }\n");
    text.append("if (variant == 2) { base = ").append(base()).append("; ");
    text.append(pick("box = null;", "box.next = null;", "n = 1;", "m = 1;", "n = 0;", "m = 0;"));
    text.append(" }\n");
    List<String> arguments = new ArrayList<>();
    for (RandomExpressions.Array array : reads) {
      arguments.add(declared(array.name(), array.type(), 64));
    }
    for (Written array : writes) {
      arguments.add(declared(array.name, array.type, 4200));
    }
    for (int k = 1; k < reads.size(); k++) {
      if (reads.get(k).type().equals(reads.get(0).type()) && random.nextInt(3) == 0) {
        text.append("if (variant == 1) r").append(k).append(" = r0;\n");
      }
    }
    if (writes.size() == 2
        && writes.get(0).type.equals(writes.get(1).type)
        && writes.get(0).row == writes.get(1).row) {
      text.append("if (variant == 1) w1 = w0;\n");
    }
    text.append("Object out = null; String thrown = \"\";\ntry {\nout = ");
    text.append(isStatic ? "" : "new Program().").append("kernel").append(number);
    text.append("(n, m, base, 5L * variant, 0.5 + variant, box, ");
    text.append(String.join(", ", arguments)).append(");\n");
    text.append("} catch (RuntimeException e) { thrown = e.toString(); }\n");
    text.append("return new Object[] {out, thrown, ").append(String.join(", ", arguments));
    text.append("};\n}\n");
  }

  private String declared(String name, String type, int length) {
    int actual = random.nextInt(mayThrow ? 4 : 12) == 0 ? random.nextInt(40) : length;
    String nothing = random.nextInt(12) == 0 ? "variant == 2 ? null : " : "";
    text.append(type).append("[] ").append(name).append(" = ").append(nothing).append('(');
    text.append(type).append("[]) fill(\"").append(type).append("\", ").append(actual);
    text.append(", ").append(random.nextInt(1000)).append(");\n");
    return name;
  }

  private String base() {
    return pick("0", "0", "0", "0", "3", "-4", "Integer.MAX_VALUE - 40", "Integer.MIN_VALUE + 3");
  }
}
