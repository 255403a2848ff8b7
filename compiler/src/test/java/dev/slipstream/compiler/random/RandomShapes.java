package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method over arrays of three or four dimensions, with loops that count a long or whose
 * step is known only at run time, or with scratch arrays.
 */
final class RandomShapes extends RandomMethod {
  RandomShapes(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    switch (random.nextInt(4)) {
      case 0 -> planes();
      case 1 -> blocks();
      case 2 -> counters();
      default -> scratch();
    }
    return text.toString();
  }

  private void planes() {
    String t = type();
    String u = random.nextBoolean() ? t : type();
    int dimensions = 1 + random.nextInt(3);
    String read =
        pick(
            "r0[i0][i1][i2]",
            "r0[i0 + 1][i1][i2]",
            "r0[i0][i1][i2 + 1]",
            "r0[i1 & 1][0][i2]",
            "r0[i0][i1][m - 1 - i2]",
            "r0[i0][i1 & 1].length");
    RandomExpressions scope = new RandomExpressions(random, List.of(), false);
    scope.add('I', "n");
    scope.addCounter("i0");
    scope.addCounter("i1");
    scope.addCounter("i2");
    scope.add(read.endsWith("length") ? 'I' : kind(u), read);
    boolean hoists = random.nextInt(3) == 0;
    String cell = hoists ? "b0[i2]" : "w0[i0][i1][i2]";
    header("int n, int m, T[][][] w0, U[][][] r0".replace("T", t).replace("U", u));
    text.append("for (@Parallel int ").append(head("i0", pick("n", "w0.length - 1")));
    text.append(") {\n").append(dimensions > 1 ? "for (@Parallel int " : "for (int ");
    text.append(head("i1", pick("m", "w0[i0].length", "w0[0].length"))).append(") {\n");
    text.append(hoists ? t + "[] b0 = w0[i0][i1];\n" : "");
    text.append(dimensions > 2 && !hoists ? "for (@Parallel int " : "for (int ");
    text.append(head("i2", pick("m", "w0[0][0].length", "w0[i0][i1].length"))).append(") {\n");
    text.append(cell).append(pick(" = ", " += ")).append('(').append(t).append(") (");
    text.append(scope.of(kind(t), 3)).append(");\n}\n}\n}\n}\n");
    List<String> declared = new ArrayList<>();
    int n = random.nextInt(6);
    int m = 1 + random.nextInt(5);
    declared.add(start(n, m));
    declared.add(planes("w0", t, n + 1, m));
    declared.add(planes("r0", u, n + 2, m));
    if (t.equals(u)) {
      declared.add("if (variant == 1) " + pick("r0 = w0;\n", "r0[1] = w0[0];\n"));
    }
    declared.add(
        "if (variant == 2) " + pick("w0[0] = null;\n", "r0[0] = r0[1];\n", "m = m + 1;\n"));
    runner(declared, "n, m, w0, r0", "w0, r0");
  }

  private void blocks() {
    String t = type();
    String u = random.nextBoolean() ? t : type();
    int dimensions = 1 + random.nextInt(3);
    String read =
        pick(
            "r0[i0][i1][i2][i3]",
            "r0[i0 + 1][i1][i2][i3]",
            "r0[i0][i1][i2 + 1][i3]",
            "r0[i0][i1 & 1][0][i3 + 1]",
            "r0[i0][i1][m - 1 - i2][i3]",
            "r0[i0][i1][i2].length");
    RandomExpressions scope = new RandomExpressions(random, List.of(), false);
    scope.add('I', "n");
    for (int level = 0; level < 4; level++) {
      scope.addCounter("i" + level);
    }
    scope.add(read.endsWith("length") ? 'I' : kind(u), read);
    int hoisted = random.nextInt(6);
    String cell =
        switch (hoisted) {
          case 0 -> "b0[i3]";
          case 1 -> "p0[i2][i3]";
          default -> "w0[i0][i1][i2][i3]";
        };
    header("int n, int m, T[][][][] w0, U[][][][] r0".replace("T", t).replace("U", u));
    text.append("for (@Parallel int ").append(head("i0", pick("n", "w0.length - 1")));
    text.append(") {\n").append(dimensions > 1 ? "for (@Parallel int " : "for (int ");
    text.append(head("i1", pick("m", "w0[i0].length", "w0[0].length"))).append(") {\n");
    text.append(hoisted == 1 ? t + "[][] p0 = w0[i0][i1];\n" : "");
    text.append(dimensions > 2 && hoisted != 1 ? "for (@Parallel int " : "for (int ");
    text.append(head("i2", pick("m", "w0[0][0].length", "w0[i0][i1].length"))).append(") {\n");
    text.append(hoisted == 0 ? t + "[] b0 = w0[i0][i1][i2];\n" : "").append("for (int ");
    text.append(head("i3", pick("m", "w0[0][0][0].length", "w0[i0][i1][i2].length")));
    text.append(") {\n").append(cell).append(pick(" = ", " += ")).append('(').append(t);
    text.append(") (").append(scope.of(kind(t), 3)).append(");\n}\n}\n}\n}\n}\n");
    List<String> declared = new ArrayList<>();
    int n = random.nextInt(4);
    int m = 1 + random.nextInt(4);
    declared.add(start(n, m));
    declared.add(blocks("w0", t, n + 1, m));
    declared.add(blocks("r0", u, n + 2, m));
    if (t.equals(u)) {
      declared.add("if (variant == 1) " + pick("r0 = w0;\n", "r0[1] = w0[0];\n"));
    }
    declared.add(
        "if (variant == 2) "
            + pick("w0[0] = null;\n", "r0[0] = r0[1];\n", "w0[0][0] = null;\n", "m = m + 1;\n"));
    runner(declared, "n, m, w0, r0", "w0, r0");
  }

  private String blocks(String name, String type, int boxes, int m) {
    return "TYPE[][][][] NAME = new TYPE[COUNT][][][];\n"
            .replace("TYPE", type)
            .replace("NAME", name)
            .replace("COUNT", String.valueOf(boxes))
        + "for (int b = 0; b < "
        + boxes
        + "; b++) "
        + name
        + "[b] = ("
        + type
        + "[][][]) planes(\""
        + type
        + "\", "
        + (m + 1)
        + pick("", "", "", " + (b & 1)")
        + ", "
        + (m + 1)
        + ", "
        + (m + 2)
        + ", "
        + pick("0", "0", "0", "2", "4", "1", "7", "variant == 1 ? 5 : 0")
        + ", "
        + any()
        + " + b);\n";
  }

  private String planes(String name, String type, int planes, int m) {
    return type
        + "[][][] "
        + name
        + " = ("
        + type
        + "[][][]) planes(\""
        + type
        + "\", "
        + planes
        + ", "
        + (m + 1)
        + ", "
        + (m + 2)
        + ", "
        + pick("0", "0", "0", "2", "4", "1", "7", "variant == 1 ? 5 : 0")
        + ", "
        + any()
        + ");\n";
  }

  private void counters() {
    String t = type();
    String u = type();
    RandomExpressions scope =
        new RandomExpressions(random, List.of(new RandomExpressions.Array("r0", t)), false);
    scope.add('I', "n");
    scope.add('J', "base");
    scope.addCounter("i0");
    scope.add(kind(t), "r0[i0]");
    String head =
        pick(
            "long l0 = base; l0 < base + n; l0++",
            "long l0 = base; l0 < base + n; l0 += 2",
            "long l0 = base + n - 1; l0 >= base; l0--",
            "long l0 = base; l0 <= base + n - 1; l0 += step",
            "int i0 = 0; i0 < n; i0 += step",
            "int i0 = n - 1; i0 >= 0; i0 -= step",
            "int i0 = 0; i0 < n; i0 += step + 1");
    header("int n, int step, long base, T[] r0, U[] w0".replace("T", t).replace("U", u));
    text.append("for (@Parallel ").append(head).append(") {\n");
    if (head.startsWith("long")) {
      text.append("int i0 = (int) (l0 - base);\n");
      scope.add('J', "l0");
    }
    text.append("w0[i0] = (").append(u).append(") (").append(scope.of(kind(u), 3));
    text.append(");\n}\n}\n");
    int n = random.nextInt(50);
    List<String> declared = new ArrayList<>();
    declared.add(start(n, 0));
    declared.add("long base = " + pick("0", "5000000000L", "-7", "-3000000000L", "2147483640L"));
    declared.add(";\nint step = " + (1 + random.nextInt(3)) + " + variant;\n");
    declared.add(array("r0", t, n));
    declared.add(array("w0", u, n - (random.nextInt(6) == 0 ? 1 : 0)));
    runner(declared, "n, step, base, r0, w0", "r0, w0");
  }

  private void scratch() {
    String t = pick("int", "double", "long", "float");
    String u = type();
    RandomExpressions scope =
        new RandomExpressions(random, List.of(new RandomExpressions.Array("r0", u)), false);
    scope.add('I', "n");
    scope.addCounter("i0");
    scope.add(kind(u), "r0[i0]");
    RandomExpressions inner = scope.inner();
    inner.addCounter("t0");
    header("int n, int m, U[] r0, T[] w0, T[] w1".replace("T", t).replace("U", u));
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append("for (int t0 = 0; t0 < m; t0++) w1[t0] = (").append(t).append(") (");
    text.append(inner.of(kind(t), 2)).append(");\n").append(t).append(" sum = 0;\n");
    text.append("for (int t1 = ").append(pick("0; t1 < m; t1++", "m - 1; t1 >= 0; t1--"));
    text.append(") sum += w1[t1] * ").append(pick("2", "(t1 + 1)", "(i0 & 3)")).append(";\n");
    text.append("w0[i0] = sum;\n}\n}\n");
    int n = random.nextInt(40);
    int m = random.nextInt(9);
    List<String> declared = new ArrayList<>();
    declared.add(start(n, m));
    declared.add(array("r0", u, 40));
    declared.add(array("w0", t, 40));
    declared.add(array("w1", t, m + random.nextInt(3)));
    declared.add("if (variant == 2) " + pick("w1 = w0;\n", "w0 = w1;\n", "m = m + 1;\n"));
    runner(declared, "n, m, r0, w0, w1", "r0, w0, w1");
  }
}
