package dev.slipstream.compiler.random;

import java.util.List;
import java.util.Random;

/** Writes the source of one random method with loops, and of one that runs it. */
abstract class RandomMethod {
  static final String[] TYPES = {"byte", "short", "char", "int", "long", "float", "double"};

  final Random random;
  final int number;
  final StringBuilder text = new StringBuilder();

  /**
   * @param number the number at the end of the methods' names
   * @param seed determines everything
   */
  RandomMethod(int number, long seed) {
    this.random = new Random(seed);
    this.number = number;
  }

  /** The source of the methods. */
  abstract String source();

  final void header(String parameters) {
    text.append("static void kernel").append(number).append('(').append(parameters).append(") {\n");
  }

  static String start(int n, int m) {
    return "int n = " + n + ", m = " + m + ";\n";
  }

  final void runner(List<String> declared, String arguments, String results) {
    text.append("static Object run").append(number).append("(int variant) {\n");
    declared.forEach(text::append);
    text.append("String thrown = \"\";\ntry {\nkernel").append(number).append('(');
    text.append(arguments).append(");\n");
    text.append("} catch (RuntimeException e) { thrown = e.toString(); }\n");
    text.append("return new Object[] {null, thrown, ").append(results).append("};\n}\n");
  }

  final String array(String name, String type, int length) {
    String filled = "(" + type + "[]) fill(\"" + type + "\", " + Math.max(0, length) + ", ";
    return type + "[] " + name + " = " + filled + any() + ");\n";
  }

  final String head(String v, String limit) {
    return switch (random.nextInt(8)) {
      case 0 -> v + " = " + limit + " - 1; " + v + " >= 0; " + v + "--";
      case 1 -> v + " = 0; " + v + " < " + limit + "; " + v + " += 2";
      case 2 -> v + " = 1; " + v + " <= " + limit + " - 1; " + v + "++";
      case 3 -> v + " = " + limit + " - 1; " + v + " > 0; " + v + " -= 3";
      default -> v + " = 0; " + v + " < " + limit + "; " + v + "++";
    };
  }

  /**
   * The form of the method, out of several: all of them in turn, so that few methods show all.
   *
   * @param kinds the number of kinds of kernels that this class generates
   * @param forms the number of forms
   */
  final int turn(int kinds, int forms) {
    return Math.floorMod(number / RandomKernels.KINDS * kinds + number % kinds, forms);
  }

  final int any() {
    return random.nextInt(1000);
  }

  String type() {
    return TYPES[random.nextInt(TYPES.length)];
  }

  final String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  static char kind(String type) {
    return switch (type) {
      case "long" -> 'J';
      case "float" -> 'F';
      case "double" -> 'D';
      default -> 'I';
    };
  }

  static String javaType(char kind) {
    return switch (kind) {
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      default -> "double";
    };
  }
}
