package dev.slipstream.compiler.random;

import java.util.Random;

/**
 * The headers of nested loops over base to base + n, 0 to m and 0 to 4, that count in many ways.
 */
final class RandomHeads {
  private final Random random;

  RandomHeads(Random random) {
    this.random = random;
  }

  /**
   * The text in the parentheses of a loop, without the variable's type.
   *
   * @param d the nesting depth of the loop, 0 to 2
   * @param v its variable
   */
  String head(int d, String v) {
    String zero = d == 0 ? "base" : "0";
    String limit = d == 0 ? "base + n" : d == 1 ? "m" : "4";
    return switch (random.nextInt(13)) {
      case 6 -> v + " = " + zero + "; " + v + " < " + limit + "; " + v + " += st";
      case 7 -> v + " = " + limit + " - 1; " + v + " >= " + zero + "; " + v + " -= st";
      case 8 -> v + " = " + zero + " + 1; " + v + " < " + limit + "; " + v + " += m / 3 + 1";
      case 0 -> v + " = " + zero + "; " + limit + " > " + v + "; " + v + "++";
      case 1 -> v + " = " + limit + " - 1; " + v + " >= " + zero + "; " + v + "--";
      case 2 -> v + " = " + zero + " + 1; " + v + " <= " + limit + " - 1; " + v + " += 2";
      case 3 -> v + " = " + limit + " - 1; " + v + " > " + zero + " + 1; " + v + " -= 3";
      case 4 ->
          d == 0
              ? v + " = base; " + v + " < Math.min(base + n, base + 11); " + v + "++"
              : v + " = 0; " + v + " != " + limit + "; " + v + "++";
      case 5 ->
          d == 0
              ? v + " = base; " + v + " < base + r0.length; " + v + "++"
              : v + " = 1; " + v + " < " + limit + "; ++" + v;
      default -> v + " = " + zero + "; " + v + " < " + limit + "; " + v + "++";
    };
  }
}
