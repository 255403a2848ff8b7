package dev.slipstream.tornado;

import java.util.Random;

/**
 * Writes loops with expressions of ints, longs and floating-point numbers that compilers simplify:
 * shifts, masks, signs, remainders, and comparisons that become numbers, with constants at critical
 * places.
 */
final class RandomBits {
  private static final String[] INTS = {
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "15",
    "16",
    "24",
    "28",
    "30",
    "31",
    "32",
    "63",
    "127",
    "128",
    "255",
    "0xff00",
    "0xffff",
    "0x10000",
    "-2",
    "-8",
    "0x7fffffff",
    "0x80000000",
    "n"
  };
  private static final String[] SHIFTS = {
    "1", "2", "3", "7", "8", "15", "16", "24", "28", "30", "31", "32", "33", "48", "56", "60", "63",
    "i", "a", "-1"
  };
  private static final String[] DIVISORS = {
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "-1",
    "-2",
    "-4",
    "10",
    "16",
    "64",
    "100",
    "0x40000000",
    "-7",
    "(i | 1)",
    "(a | 1)",
    "((a & 6) + 1)"
  };

  private final Random random;

  private RandomBits(long seed) {
    this.random = new Random(seed);
  }

  /** Returns a class {@code Bits} with methods {@code m0} and so on. */
  static String text(long seed, int methods, int expressions) {
    RandomBits bits = new RandomBits(seed);
    StringBuilder text = new StringBuilder("import dev.slipstream.api.Parallel;\n\nclass Bits {\n");
    for (int m = 0; m < methods; m++) {
      bits.method(m, expressions, text);
    }
    return text.append("}\n").toString();
  }

  private void method(int number, int expressions, StringBuilder text) {
    text.append("static Object m").append(number).append("(int n) {\n");
    text.append("long[] y = new long[n * ").append(expressions).append("];\n");
    text.append("double[] z = new double[n];\nfloat[] w = new float[n];\n");
    text.append("int[] p = new int[n];\nlong[] q = new long[n];\n");
    text.append("java.util.Random random = new java.util.Random(n + ")
        .append(number)
        .append(");\n");
    text.append(
        """
        for (int i = 0; i < n; i++) {
          p[i] = i % 4 == 0 ? i - n / 2 : i % 16 == 1 ? 0x80000000 >> i / 16 : random.nextInt();
          q[i] = i % 4 == 0 ? i - n / 2 : i % 16 == 1 ? Long.MIN_VALUE >> i / 16 : random.nextLong();
          z[i] = i % 9 == 0 ? 0.0 / (i % 2) : i % 7 == 0 ? i / 7 - 9 : random.nextGaussian() * i;
          w[i] = i % 9 == 0 ? -1f / (i % 4) : i % 7 == 0 ? i / 7 - 9 : (float) random.nextGaussian();
        }
        for (@Parallel int i = 0; i < n; i++) {
          int a = p[i];
          long b = q[i];
          double d = z[i];
          float f = w[i];
        """);
    for (int e = 0; e < expressions; e++) {
      String value = random.nextBoolean() ? anInt(4) : aLong(4);
      text.append("  y[i * ").append(expressions).append(" + ").append(e).append("] = ");
      text.append(value).append(";\n");
    }
    text.append("  z[i] = ").append(aDouble(3)).append(";\n");
    text.append("  w[i] = ").append(aFloat(3)).append(";\n");
    text.append("}\nreturn new Object[] {y, z, w};\n}\n");
  }

  private String one(String... of) {
    return of[random.nextInt(of.length)];
  }

  private String anInt(int depth) {
    if (depth == 0) {
      return one("a", "a", "a", "i", "(int) b", one(INTS));
    }
    int less = depth - 1;
    return switch (random.nextInt(22)) {
      case 0 -> "(" + anInt(less) + " << " + one(SHIFTS) + ")";
      case 1, 2 -> "(" + anInt(less) + " >> " + one(SHIFTS) + ")";
      case 3, 4 -> "(" + anInt(less) + " >>> " + one(SHIFTS) + ")";
      case 5, 6 -> "(" + anInt(less) + " & " + one(INTS) + ")";
      case 7 -> "(" + anInt(less) + one(" | ", " ^ ") + anInt(less) + ")";
      case 8 -> "(- " + anInt(less) + ")";
      case 9 -> "(" + one("0", "1", "-1", one(INTS)) + " - " + anInt(less) + ")";
      case 10 -> "(~" + anInt(less) + ")";
      case 11 -> "(" + anInt(less) + " / " + one(DIVISORS) + ")";
      case 12 -> "(" + anInt(less) + " % " + one(DIVISORS) + ")";
      case 13 -> "(" + anInt(less) + " * " + one(anInt(less), one(INTS)) + ")";
      case 14 -> "(" + anInt(less) + one(" + ", " - ") + anInt(less) + ")";
      case 15 ->
          "("
              + condition(less)
              + " ? "
              + one("1", "0", "-1", anInt(less))
              + " : "
              + one("1", "0", "-1", anInt(less))
              + ")";
      case 16 -> "((" + one("byte", "short", "char") + ") " + anInt(less) + ")";
      case 17 -> "((int) " + aLong(less) + ")";
      case 18 -> "((int) " + one(aDouble(less), aFloat(less)) + ")";
      case 19 ->
          one("Math.abs(", "Integer.bitCount(", "Integer.signum(", "Integer.reverse(")
              + anInt(less)
              + ")";
      case 20 ->
          one("Math.min(", "Math.max(", "Integer.compare(", "Integer.compareUnsigned(")
              + anInt(less)
              + ", "
              + anInt(less)
              + ")";
      default -> "(" + anInt(less) + " + " + one(INTS) + ")";
    };
  }

  private String aLong(int depth) {
    if (depth == 0) {
      return one("b", "b", "b", "(long) a", "(long) i", one(INTS) + "L").replace("nL", "n");
    }
    int less = depth - 1;
    return switch (random.nextInt(18)) {
      case 0 -> "(" + aLong(less) + " << " + one(SHIFTS) + ")";
      case 1, 2 -> "(" + aLong(less) + " >> " + one(SHIFTS) + ")";
      case 3, 4 -> "(" + aLong(less) + " >>> " + one(SHIFTS) + ")";
      case 5 -> "(" + aLong(less) + " & " + one(INTS) + ")";
      case 6 -> "(" + aLong(less) + " & 0xffffffffL)";
      case 7 -> "(" + aLong(less) + one(" | ", " ^ ") + aLong(less) + ")";
      case 8 -> "(- " + aLong(less) + ")";
      case 9 -> "(" + one("0L", "1L", "-1L") + " - " + aLong(less) + ")";
      case 10 ->
          "(" + aLong(less) + " / " + one("1L", "2", "4L", "7", "-2", "-8", "1000", "64") + ")";
      case 11 -> "((long) " + anInt(less) + ")";
      case 12 -> "(" + aLong(less) + " * " + one(aLong(less), one(INTS)) + ")";
      case 13 -> "(" + aLong(less) + one(" + ", " - ") + aLong(less) + ")";
      case 14 ->
          "("
              + condition(less)
              + " ? "
              + one("1L", "0L", aLong(less))
              + " : "
              + one("1L", "-1L", aLong(less))
              + ")";
      case 15 -> "((long) " + one(aDouble(less), aFloat(less)) + ")";
      case 16 ->
          one("Math.abs(", "Long.bitCount(", "Long.signum(", "Long.numberOfTrailingZeros(")
              + aLong(less)
              + ")";
      default -> "(" + anInt(less) + " * (long) " + anInt(less) + ")";
    };
  }

  private String aDouble(int depth) {
    if (depth == 0) {
      return one("d", "d", "(double) f", "0.0", "-0.0", "2.5", "1e300", "(double) a");
    }
    int less = depth - 1;
    return switch (random.nextInt(9)) {
      case 0, 1 -> "(" + aDouble(less) + one(" + ", " - ", " * ", " / ") + aDouble(less) + ")";
      case 2 -> "(- " + aDouble(less) + ")";
      case 3 -> "((double) " + one(anInt(less), aLong(less), aFloat(less)) + ")";
      case 4 -> "(" + condition(less) + " ? " + aDouble(less) + " : " + aDouble(less) + ")";
      case 5 -> one("Math.sqrt(", "Math.abs(", "Math.floor(", "Math.rint(") + aDouble(less) + ")";
      case 6 -> one("Math.min(", "Math.max(") + aDouble(less) + ", " + aDouble(less) + ")";
      default ->
          "(" + aDouble(less) + one(" * ", " - ", " + ") + one("2.0", "1.0", "0.0", "-0.0") + ")";
    };
  }

  private String aFloat(int depth) {
    if (depth == 0) {
      return one("f", "f", "(float) d", "0f", "-0f", "3e38f", "1e-40f", "(float) a");
    }
    int less = depth - 1;
    return switch (random.nextInt(7)) {
      case 0, 1 -> "(" + aFloat(less) + one(" + ", " - ", " * ", " / ") + aFloat(less) + ")";
      case 2 -> "(- " + aFloat(less) + ")";
      case 3 -> "((float) " + one(anInt(less), aLong(less), aDouble(less)) + ")";
      case 4 -> "(" + condition(less) + " ? " + aFloat(less) + " : " + aFloat(less) + ")";
      case 5 -> one("Math.abs(", "(float) Math.sqrt(") + aFloat(less) + ")";
      default -> one("Math.min(", "Math.max(") + aFloat(less) + ", " + aFloat(less) + ")";
    };
  }

  private String condition(int depth) {
    String compared = one(" < ", " <= ", " > ", " >= ", " == ", " != ");
    return switch (random.nextInt(9)) {
      case 0, 1 -> "(" + anInt(depth) + compared + one("0", "1", "-1", anInt(depth)) + ")";
      case 2 -> "((" + anInt(depth) + " & " + one(INTS) + ")" + one(" == 0)", " != 0)", " > 0)");
      case 3 -> "(" + aLong(depth) + compared + one("0", "1", aLong(depth)) + ")";
      case 4 -> "(" + aDouble(depth) + compared + one("0", aDouble(depth)) + ")";
      case 5 -> "(" + aFloat(depth) + compared + one("0", aFloat(depth)) + ")";
      case 6 -> "(!" + condition(depth) + ")";
      default ->
          depth == 0
              ? "(a > i)"
              : "(" + condition(depth - 1) + one(" && ", " || ") + condition(depth - 1) + ")";
    };
  }
}
