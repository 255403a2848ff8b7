package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method of a kind that is frequent in programs: indices from arrays, several parameters
 * with the same array, arithmetic that throws, library functions, functions that are parameters.
 * The iterations are independent unless parameters are the same array; exceptions occur at a random
 * place.
 */
final class RandomIdioms extends RandomMethod {
  private static final String[] UNARY =
      ("sin:2 cos:2 tan:2 asin:2 acos:2 atan:2 exp:2 expm1:2 log:2 log10:2 log1p:2 cbrt:2"
              + " sinh:5 cosh:5 tanh:5")
          .split(" ");
  private static final String[] BINARY = "atan2:4 pow:2 hypot:2 IEEEremainder:0".split(" ");

  RandomIdioms(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    switch (turn(6, 10)) {
      case 0, 1 -> aliases();
      case 2 -> compressedRows();
      case 3 -> bounded();
      case 4 -> text.append(new RandomFunctions(number, random.nextLong()).source());
      default -> throwing();
    }
    return text.toString();
  }

  /** Indices from arrays, arithmetic that throws, and throw statements. */
  private void throwing() {
    boolean two = random.nextInt(3) == 0;
    boolean scatters = random.nextInt(3) == 0;
    String t0 = type();
    String t1 = type();
    String u = type();
    String at = two ? "i0 * m + i1" : "i0";
    List<RandomExpressions.Array> readable =
        List.of(new RandomExpressions.Array("r0", t0), new RandomExpressions.Array("r1", t1));
    RandomExpressions scope = new RandomExpressions(random, readable, false);
    scope.add('I', "n");
    scope.add('J', "pl");
    scope.add('D', "pd");
    scope.addCounter("i0");
    if (two) {
      scope.addCounter("i1");
    }
    StringBuilder body = new StringBuilder();
    for (int k = 1 + random.nextInt(3); k > 0; k--) {
      leaf(scope, at, t0, t1);
    }
    if (random.nextInt(3) == 0) {
      body.append(thrower(at));
    }
    if (random.nextInt(3) == 0) {
      body.append("long v0 = ").append(scope.of('J', 2)).append(";\n");
      scope.add('J', "v0");
    }
    String target = scatters ? "w0[x[" + at + "]]" : "w0[" + at + "]";
    String value = "(" + u + ") (" + scope.of(kind(u), 3) + ");\n";
    if (random.nextInt(3) == 0) {
      body.append("if (").append(scope.condition(2)).append(") {\n");
      body.append(target).append(" = ").append(value).append("} else {\n");
      body.append(target).append(" += ").append(scope.of(kind(u), 2)).append(";\n}\n");
    } else {
      body.append(target).append(" = ").append(value);
    }
    String arguments =
        "int n, int m, long pl, double pd, int[] x, int[] k, T0[] r0, T1[] r1, U[] w0";
    header(arguments.replace("T0", t0).replace("T1", t1).replace("U", u));
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append(two ? "for (@Parallel int " + head("i1", "m") + ") {\n" : "");
    text.append(body).append(two ? "}\n" : "").append("}\n}\n");
    int n = random.nextInt(50);
    int m = random.nextInt(8);
    int all = two ? n * m : n;
    List<String> declared = new ArrayList<>();
    declared.add(start(n, m));
    int bad = 1 + random.nextInt(4);
    int r = 16 + random.nextInt(60);
    String x = scatters ? "permutation(%d, %s, %d)" : "indices(%d, " + r + ", %s, %d)";
    declared.add("int[] x = " + x.formatted(all, "variant == 1 ? " + bad + " : 0", any()) + ";\n");
    String spoilt = "variant == 2 ? " + (3 + random.nextInt(3)) + " : 0";
    declared.add("int[] k = factors(%d, %s, %d);\n".formatted(all, spoilt, any()));
    // A scatter's indices reach further than the arrays that are read may.
    declared.add(array("r0", t0, scatters ? Math.max(r, all) : r));
    declared.add(array("r1", t1, 16 + random.nextInt(30)));
    declared.add(array("w0", u, all + (random.nextInt(8) == 0 ? -1 : random.nextInt(4))));
    runner(declared, "n, m, 5L * variant, 0.5 + variant, x, k, r0, r1, w0", "x, k, r0, r1, w0");
  }

  private void leaf(RandomExpressions scope, String at, String t0, String t1) {
    String k = "k[" + at + "]";
    switch (random.nextInt(14)) {
      case 0 -> scope.add('I', "Math.addExact(" + k + ", n)");
      case 1 -> scope.add('I', "Math.multiplyExact(" + k + ", 3)");
      case 2 -> scope.add('I', "Math.negateExact(" + k + ")");
      case 3 -> scope.add('I', "Math.toIntExact(" + k + " * 2L)");
      case 4 -> scope.add('J', "Math.addExact((long) " + k + " << 32, Long.MAX_VALUE / 3)");
      case 5 -> scope.add('I', "Math.decrementExact(" + k + ")");
      case 6 -> scope.add('I', "1000000 / " + k);
      case 7 -> scope.add('J', "(123456789012L % " + k + ")");
      case 8 -> scope.add('I', "Math.floorMod(i0 * 77, " + k + ")");
      case 9 -> scope.add(kind(t1), "r1[x[" + at + "] & 15]");
      default -> scope.add(kind(t0), "r0[x[" + at + "]]");
    }
  }

  private String thrower(String at) {
    return pick(
            "if (k[AT] == 0) throw new IllegalStateException(\"zero at \" + i0);\n",
            "if (x[AT] < 0) throw new ArrayIndexOutOfBoundsException(i0);\n",
            "if (k[AT] > 100000) throw new IllegalArgumentException();\n",
            "if (n > 1000) throw new ArithmeticException(\"never\");\n")
        .replace("AT", at);
  }

  /** Parameters that are sometimes the same array. */
  private void aliases() {
    String t = type();
    boolean two = random.nextInt(4) == 0;
    String cells =
        two
            ? pick(
                "w0[i0 * m + i1]:r0[i0 * m + i1 + 1]",
                "w0[i0 * m + i1]:r0[i1 * n + i0]",
                "w0[i0 * m + i1]:r0[(n - 1 - i0) * m + i1]",
                "w0[i0 * m + i1]:r0[i0 * m + m - 1 - i1]",
                "w0[(i0 + 1) * m + i1]:r0[i0 * m + i1]")
            : pick(
                "w0[i0 + A]:r0[i0 + B]",
                "w0[i0 + A]:r0[i0]",
                "w0[i0]:r0[n - 1 - i0]",
                "w0[2 * i0]:r0[2 * i0 + 1]",
                "w0[2 * i0 + A]:r0[i0]",
                "w0[i0]:r0[i0]",
                "w0[i0]:r0[i0 & 3]",
                "w0[i0]:r0[Math.floorMod(i0 * 7, n)]",
                "w0[n - 1 - i0]:r0[i0 + n]",
                "w0[i0]:r0[Math.max(0, i0 - 1)]");
    cells = cells.replace("A", "" + random.nextInt(3)).replace("B", "" + random.nextInt(3));
    String write = cells.substring(0, cells.indexOf(':'));
    String read = cells.substring(cells.indexOf(':') + 1);
    RandomExpressions scope = new RandomExpressions(random, List.of(), false);
    scope.add('I', "n");
    scope.addCounter("i0");
    scope.add(kind(t), read);
    String value = "(" + t + ") (" + read + " + " + scope.of(kind(t), 2) + ");\n";
    header("int n, int m, T[] w0, T[] r0, T[] r1".replace("T", t));
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append(two ? "for (@Parallel int " + head("i1", "m") + ") {\n" : "");
    text.append(write).append(" = ").append(value);
    if (random.nextInt(4) == 0) {
      text.append(write).append(" += r1[i0];\n");
    }
    text.append(two ? "}\n" : "").append("}\n}\n");
    List<String> declared = new ArrayList<>();
    int n = random.nextInt(30);
    int m = 1 + random.nextInt(6);
    declared.add(start(n, m));
    int length = (two ? (n + 1) * m + 1 : 2 * n + 3) + 1;
    declared.add(array("w0", t, length));
    declared.add(array("r0", t, length));
    declared.add(array("r1", t, length));
    declared.add("if (variant == 1) r0 = w0;\n");
    declared.add(pick("if (variant == 2) r1 = w0;\n", "if (variant == 2) r1 = r0;\n"));
    runner(declared, "n, m, w0, r0, r1", "w0, r0, r1");
  }

  /** A sum over the stored elements of each row of a sparse matrix. */
  private void compressedRows() {
    String t = pick("int", "long", "float", "double");
    String v = type();
    String sum = pick("+=", "-=");
    String jump =
        pick(
            "",
            "",
            "if (x[t0] == 3) continue;\n",
            "if (sum > 1000) break;\n",
            "if (t0 > 40) break;\n");
    header("int n, int[] row, int[] x, T[] r0, V[] r1, T[] w0".replace("T", t).replace("V", v));
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n").append(t);
    text.append(" sum = 0;\nfor (int t0 = row[i0]; t0 < row[i0 + 1]; t0++) {\n").append(jump);
    text.append("sum ").append(sum).append(" r0[x[t0]] * r1[t0];\n}\nw0[i0] = sum;\n}\n}\n");
    int n = random.nextInt(40);
    List<String> declared = new ArrayList<>();
    declared.add(start(n, 0));
    declared.add("int[] row = new int[n + 1];\n");
    declared.add("for (int i = 0; i < n; i++) row[i + 1] = row[i] + (i * 7 & 3);\n");
    String bad = "variant == 1 ? " + (1 + random.nextInt(4)) + " : 0";
    declared.add("int[] x = indices(row[n] + 1, 30, %s, %d);\n".formatted(bad, any()));
    declared.add("if (variant == 2 && n > 3) row[n / 2] = -1;\n");
    declared.add(array("r0", t, 30));
    declared.add(array("r1", v, 4 * n + 1));
    declared.add(array("w0", t, n));
    runner(declared, "n, row, x, r0, r1, w0", "row, x, r0, r1, w0");
  }

  /** Functions whose results may differ within bounds. */
  private void bounded() {
    boolean binary = random.nextInt(4) == 0;
    String[] function = (binary ? pick(BINARY) : pick(UNARY)).split(":");
    String scale = pick("", " * 0.001", " * 100", " - 1");
    String arguments = "(r0[i0]" + scale + (binary ? ", r1[i0])" : ")");
    header("int n, double[] r0, double[] r1, double[] w0");
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append("w0[i0] = Math.").append(function[0]).append(arguments).append(";\n}\n}\n");
    List<String> declared = new ArrayList<>();
    declared.add(start(random.nextInt(60), 0));
    declared.add(array("r0", "double", 60));
    declared.add(array("r1", "double", 60));
    declared.add(array("w0", "double", 60));
    declared.add("double[] before = w0.clone();\n");
    runner(declared, "n, r0, r1, w0", "good");
    String check =
        """
        boolean[] good = new boolean[60];
        for (int i0 = 0; i0 < 60; i0++) {
          good[i0] = w0[i0] == before[i0] || before[i0] != before[i0] || within(w0[i0], StrictMath.%s%s, %s);
        }
        """
            .formatted(function[0], arguments, function[1]);
    int end = text.lastIndexOf("return new");
    text.insert(end, check);
  }
}
