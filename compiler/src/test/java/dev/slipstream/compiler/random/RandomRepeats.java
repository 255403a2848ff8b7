package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method that detects code that is executed once too often, or not at all. Elements and
 * variables change depending on their own values, between and after conditions of several parts,
 * branches and nested loops. Its computations are simple, so that most devices support it.
 */
final class RandomRepeats extends RandomMethod {
  private static final int LENGTH = 40;
  private static final int DEPTH = 3;

  private final String whole = pick("int", "int", "long", "short", "byte", "char");
  private final String other = pick("float", "double", "int", "long");
  private final List<String> numbers = new ArrayList<>(List.of("i0", "n", "m", "r0[i0]"));
  private final List<String> reals = new ArrayList<>(List.of("r1[i0]", "r1[i0] * 0.25f"));
  private int names;

  RandomRepeats(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    String arguments = "int n, int m, int[] r0, float[] r1, T[] w0, U[] w1";
    header(arguments.replace("T", whole).replace("U", other));
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append("int c = ").append(number()).append(";\nfloat d = ").append(angle()).append(";\n");
    numbers.add("c");
    reals.add("d");
    for (int k = 1 + random.nextInt(2); k > 0; k--) {
      text.append(construct(DEPTH, false)).append(change());
    }
    text.append("w0[i0] ^= c;\nw1[i0] += d;\n}\n}\n");
    List<String> declared = new ArrayList<>();
    declared.add(start(LENGTH - random.nextInt(9), 2 + random.nextInt(4)));
    declared.add("int[] r0 = factors(%d, 0, %d);\n".formatted(LENGTH, any()));
    declared.add("for (int i = 0; i < r0.length; i += 2) r0[i] = i % 7 - 3 + variant;\n");
    declared.add(array("r1", "float", LENGTH));
    declared.add(array("w0", whole, LENGTH));
    declared.add(array("w1", other, LENGTH));
    runner(declared, "n, m, r0, r1, w0, w1", "r0, r1, w0, w1");
    return text.toString();
  }

  /** Branches or a loop, with statements in them. */
  private String construct(int depth, boolean loops) {
    return switch (random.nextInt(5)) {
      case 0 -> "if (" + condition(2) + ") {\n" + block(depth, loops) + "}\n";
      case 1, 2 ->
          "if ("
              + condition(2)
              + ") {\n"
              + block(depth, loops)
              + "} else {\n"
              + block(depth, loops)
              + "}\n";
      case 3 -> whileLoop(depth);
      default -> forLoop(depth);
    };
  }

  private String block(int depth, boolean loops) {
    StringBuilder made = new StringBuilder();
    for (int k = random.nextInt(3); k >= 0; k--) {
      boolean deeper = depth > 1 && random.nextInt(3) != 0;
      made.append(deeper ? construct(depth - 1, loops) : "").append(change());
    }
    if (loops && random.nextInt(6) == 0) {
      made.append("if (").append(condition(1)).append(") continue;\n").append(change());
    }
    return made.toString();
  }

  private String forLoop(int depth) {
    String t = "t" + names++;
    numbers.add(t);
    String body = block(depth - 1, true);
    numbers.remove(t);
    String also = random.nextInt(3) == 0 ? " && " + comparison() : "";
    return "for (int "
        + t
        + " = 0; "
        + t
        + " < "
        + pick("m", "3", "(i0 & 3)")
        + also
        + "; "
        + t
        + "++) {\n"
        + body
        + "}\n";
  }

  private String whileLoop(int depth) {
    String t = "t" + names++;
    String body = block(depth - 1, false);
    String also = pick("", " && " + comparison(), " && c != 5");
    return "int "
        + t
        + " = "
        + pick("m", "(i0 & 3)", "2")
        + ";\nwhile ("
        + t
        + " > 0"
        + also
        + ") {\n"
        + t
        + "--;\n"
        + body
        + "}\n";
  }

  /** Changes an element or a variable depending on its own value. */
  private String change() {
    return switch (random.nextInt(7)) {
      case 0 -> "c = c * 3 + " + number() + ";\n";
      case 1 -> "c ^= " + number() + ";\n";
      case 2 -> "d = d * 0.5f + " + angle() + ";\n";
      case 3 -> "w1[i0] " + pick("+= ", "-= ") + real() + ";\n";
      case 4 -> "w0[i0]" + pick("++", "--") + ";\n";
      default -> "w0[i0] " + pick("+= ", "-= ", "^= ", "*= 3 + ") + number() + ";\n";
    };
  }

  private String number() {
    String a = pick(numbers.toArray(String[]::new));
    String b = pick(numbers.toArray(String[]::new));
    return "(" + pick(a + " + " + b, a + " * 5 - " + b, a + " ^ " + b, "(" + a + " & 15)", a) + ")";
  }

  private String real() {
    String a = pick(reals.toArray(String[]::new));
    return pick(a, a + " * 2f", a + " - " + pick(reals.toArray(String[]::new)), angle());
  }

  private String angle() {
    String a = pick(reals.toArray(String[]::new));
    return random.nextInt(4) == 0
        ? "(float) StrictMath." + pick("sin", "cos", "tan", "exp", "log") + "(" + a + ")"
        : a;
  }

  /** Several comparisons, one or more of which decide. */
  private String condition(int parts) {
    if (parts == 0 || random.nextInt(4) == 0) {
      return random.nextInt(4) == 0 ? "!(" + comparison() + ")" : comparison();
    }
    String joined = condition(parts - 1) + pick(" && ", " || ") + condition(parts - 1);
    return random.nextInt(4) == 0 ? "!(" + joined + ")" : "(" + joined + ")";
  }

  private String comparison() {
    return random.nextInt(4) == 0
        ? real() + pick(" < ", " >= ", " > ", " <= ") + pick("0.5f", "2f", "d")
        : number() + pick(" < ", " > ", " <= ", " >= ", " == ", " != ") + pick("1", "3", "c", "7");
  }
}
