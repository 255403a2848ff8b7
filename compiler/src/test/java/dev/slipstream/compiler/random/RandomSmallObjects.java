package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/** One random method with small objects, small arrays, enums and calls through interfaces. */
final class RandomSmallObjects extends RandomMethod {
  private static final int LENGTH = 40;

  /** {@code #D}, {@code #I} and {@code #B} are replaced by expressions. */
  private static final String[] BODIES = {
    "switch (mode) { case FAST: w1[i0] = #I; break; case OFF: w1[i0] = 3; default: w0[i0] = #D; }",
    "w0[i0] = mode.factor * #D; if (mode == Mode.OFF) w1[i0] = mode.ordinal() + #I;",
    "w0[i0] = shape.area(#D); w1[i0] = #I;",
    "w0[i0] = WEIGHTS[r1[i0] & 3] * #D;",
    "Point p = new Point(#D, #D), q = p.plus(new Point(#D, 2)); w0[i0] = q.dot(p) + q.x();",
    "Point p = #B ? new Point(#D, 1) : Point.of(#D); w0[i0] = p.plus(p).y();",
    "Point p = Point.of(#D), q = new Point(#D, i0);"
        + " for (int t0 = 0; t0 < (i0 & 3); t0++) { Point s = p; p = q.scale(0.5); q = s.plus(p); }"
        + " w0[i0] = p.x() - q.y();",
    "Total s = new Total(); for (int t0 = 0; t0 < 4; t0++) { s.add(#D); if (#B) break; }"
        + " w0[i0] = s.total; w1[i0] = s.count + s.small;",
    "int[] t = new int[4]; for (int t0 = 0; t0 < 4; t0++) t[t0] = #I;"
        + " t[r1[i0] & 3] += #I; w1[i0] = t[0] ^ t[1] * t[3] - t[2];",
    "double[] t = new double[1000]; for (int t0 = 0; t0 < 1000; t0 += 7) t[t0] = #D;"
        + " t[999 - (r1[i0] & 63)] += #D; w0[i0] = t[r1[i0] & 511] + t[990] - t[(i0 + 1) * 7];",
    "short[] t = new short[2500]; long[] y = new long[300 + 9]; t[(r1[i0] & 2047) + 3] = (short) (#I);"
        + " if (#B) y[i0 + 260] += #I; w1[i0] = t[(r1[i0] & 2047) + 3] + (int) y[i0 + 260] + t[i0] + t.length;",
    "sd = #D; w0[i0] = sd * (#D) - sd; keep.count = #I; w1[i0] = keep.count ^ n;",
    "keep.small = (byte) (#I); keep.small += 100; if (#B) keep.small++; w1[i0] = keep.small;",
    "for (int t0 = 0; t0 < m; t0++) { keep.total = #D + t0; w0[i0] += keep.total; }"
        + " if (#B) { keep.count = #I; } else keep.count = 3;",
    "if (n > 35) Thread.yield(); w0[i0] = #D; if (m > 3 && #B) System.out.print(w0[i0]);",
    "w0[i0] = #D; if (keep.count > 7) { keep.notify(); w1[i0] = #I; } else if (n == 38) w1[i0] ^= Thread.activeCount() & 0;",
    "double[] t = {#D, #D, #D}; t[(i0 & 1) + 1] = #D; w0[i0] = t[0] + t[1] * t[2];",
    "int[] t = {3, 1, #I}; w1[i0] = t[r1[i0] & 3];",
    "byte[] y = {1, -2, 3}; char[] c = {'a', (char) i0}; y[2] += #I; c[0]++;"
        + " w1[i0] = y[0] + y[2] * c[1] - c[0];",
    "w0[i0] = f.applyAsDouble(#D);"
  };

  RandomSmallObjects(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    RandomExpressions scope =
        new RandomExpressions(
            random,
            List.of(
                new RandomExpressions.Array("r0", "double"),
                new RandomExpressions.Array("r1", "int")),
            false);
    scope.add('I', "n");
    scope.add('I', "r1[i0]");
    scope.add('D', "r0[i0]");
    scope.add('D', "r0[i0]");
    scope.addCounter("i0");
    header(
        "int n, int m, Mode mode, Circle shape, Total keep, double[] r0, int[] r1, double[] w0, int[] w1");
    text.append("java.util.function.DoubleUnaryOperator f = v -> v * 0.5 + ");
    text.append(pick("n", "1", "v * v")).append(";\n");
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    String[] body = BODIES[turn(2, BODIES.length)].split("#", -1);
    text.append(body[0]);
    for (int part = 1; part < body.length; part++) {
      char kind = body[part].charAt(0);
      text.append('(').append(kind == 'B' ? scope.condition(1) : scope.of(kind, 2)).append(')');
      text.append(body[part].substring(1));
    }
    text.append("\n}\n}\n");
    List<String> declared = new ArrayList<>();
    declared.add(start(LENGTH - random.nextInt(9), 3));
    declared.add("Mode mode = Mode.values()[variant];\n");
    declared.add("Circle shape = variant == 2 ? new Ring(3) : new Circle(2);\n");
    declared.add(
        "sd = 0.25; Total keep = variant == 2 ? "
            + pick("null", "new Total()")
            + " : new Total();\n");
    declared.add(array("r0", "double", LENGTH));
    declared.add(array("r1", "int", LENGTH));
    declared.add(array("w0", "double", LENGTH));
    declared.add(array("w1", "int", LENGTH));
    String kept = "sd, keep == null ? null : new double[] {keep.total, keep.count, keep.small}";
    runner(declared, "n, m, mode, shape, keep, r0, r1, w0, w1", "r0, r1, w0, w1, " + kept);
    return text.toString();
  }
}
