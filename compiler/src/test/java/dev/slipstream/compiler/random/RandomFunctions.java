package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method whose loop calls functions that are passed to it: lambdas with captured values,
 * method references, objects of several classes.
 */
final class RandomFunctions extends RandomMethod {
  private static final int LENGTH = 40;

  RandomFunctions(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    boolean sums = random.nextInt(3) == 0;
    RandomExpressions scope = new RandomExpressions(random, List.of(), false);
    scope.add('I', "n");
    scope.add('I', "r1[i0]");
    scope.add('D', "r0[i0]");
    scope.addCounter("i0");
    header(
        "int n, int m, java.util.function.DoubleUnaryOperator f,"
            + " java.util.function.IntBinaryOperator g, Shape shape, double[] r0, int[] r1,"
            + " double[] w0, int[] w1");
    text.append(sums ? "long s0 = 3;\n" : "");
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append("w0[i0] = f.applyAsDouble(").append(scope.of('D', 2)).append(")");
    text.append(pick("", " + shape.area(" + scope.of('D', 1) + ")")).append(";\n");
    text.append("if (").append(scope.condition(1)).append(") w1[i0] = g.applyAsInt(");
    text.append(scope.of('I', 1)).append(", ").append(scope.of('I', 1)).append(");\n");
    text.append(sums ? "s0 += g.applyAsInt(i0, r1[i0]);\n" : "");
    text.append("}\n").append(sums ? "if (n > 0) w1[0] ^= (int) (s0 ^ s0 >>> 32);\n" : "");
    text.append("}\n");
    List<String> declared = new ArrayList<>();
    declared.add(start(LENGTH - random.nextInt(9), 3));
    declared.add("double p0 = 0.5 * variant; long q0 = 77L << variant; int k0 = 5 - variant;\n");
    declared.add("double[] table = {1, -2, 0.25, p0};\n");
    declared.add("java.util.function.DoubleUnaryOperator f = " + choice("D") + ";\n");
    declared.add("java.util.function.IntBinaryOperator g = " + choice("I") + ";\n");
    declared.add("Shape shape = variant == 2 ? new Ring(3) : new Circle(2);\n");
    declared.add(array("r0", "double", LENGTH));
    declared.add(array("r1", "int", LENGTH));
    declared.add(array("w0", "double", LENGTH));
    declared.add(array("w1", "int", LENGTH));
    runner(declared, "n, m, f, g, shape, r0, r1, w0, w1", "r0, r1, w0, w1");
    return text.toString();
  }

  private String choice(String kind) {
    return "variant == 0 ? "
        + function(kind)
        + " : variant == 1 ? "
        + function(kind)
        + " : "
        + function(kind);
  }

  private String function(String kind) {
    boolean real = kind.equals("D");
    if (random.nextInt(5) == 0) {
      return real
          ? pick("Math::abs", "Math::floor", "StrictMath::sqrt")
          : pick("Math::max", "Integer::sum");
    }
    RandomExpressions scope = new RandomExpressions(random, List.of(), false);
    scope.add('D', "p0");
    scope.add('J', "q0");
    scope.add('I', "k0");
    scope.add('D', "table[k0 & 3]");
    if (real) {
      scope.add('D', "v");
      scope.add('D', "table[(int) v & 3]");
      return "v -> " + scope.of('D', 3);
    }
    scope.add('I', "v");
    scope.add('I', "u");
    return "(v, u) -> " + scope.of('I', 3);
  }
}
