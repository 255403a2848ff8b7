package dev.slipstream.compiler.random;

import java.util.ArrayList;
import java.util.List;

/**
 * One random method that computes with the elements of arrays, operator by operator, on usual and
 * unusual values, and keeps the results.
 */
final class RandomArithmetic extends RandomMethod {
  private static final int LENGTH = 48;

  private final List<Value> values = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();

  /** A variable or element that can be read. */
  private record Value(char kind, String name) {}

  RandomArithmetic(int number, long seed) {
    super(number, seed);
  }

  @Override
  String source() {
    List<String> inputs =
        List.of(type(), type(), pick("int", "int", "long"), pick("float", "double"));
    StringBuilder parameters = new StringBuilder("int n");
    StringBuilder names = new StringBuilder();
    List<String> declared = new ArrayList<>();
    declared.add(start(LENGTH - random.nextInt(9), 0));
    for (int r = 0; r < inputs.size(); r++) {
      String type = inputs.get(r);
      parameters.append(", ").append(type).append("[] r").append(r);
      values.add(new Value(kind(type), "r" + r + "[i0]"));
      names.append(", r").append(r);
      declared.add(array("r" + r, type, LENGTH));
    }
    for (int w = 0; w < 3; w++) {
      String type = type();
      parameters.append(", ").append(type).append("[] w").append(w);
      declared.add(array("w" + w, type, LENGTH));
      names.append(", w").append(w);
      for (int k = 1 + random.nextInt(2); k > 0; k--) {
        compute();
      }
      String value =
          switch (random.nextInt(6)) {
            case 0, 1 -> operation(kind(type));
            case 2 -> zeros(kind(type));
            default -> last(kind(type));
          };
      body.append("w").append(w).append("[i0] = (").append(type).append(") (").append(value);
      body.append(");\n");
    }
    header(parameters.toString());
    text.append("for (@Parallel int ").append(head("i0", "n")).append(") {\n");
    text.append(body).append("}\n}\n");
    runner(declared, "n" + names, names.substring(2));
    return text.toString();
  }

  /** Expressions that depend on the sign of zero, or on the distance of a shift. */
  private String zeros(char kind) {
    Value value = values.get(random.nextInt(4));
    return kind == 'F' || kind == 'D'
        ? "Math." + pick("min(-0f, ", "min(0f, ", "max(-0f, ") + value.name() + ")"
        : "((long) " + value.name() + pick(" >> ", " >>> ", " << ") + operand('I') + ")";
  }

  private void compute() {
    char kind = "IIJJFFDD".charAt(random.nextInt(8));
    String name = "v" + values.size();
    body.append(javaType(kind)).append(' ').append(name).append(" = ").append(operation(kind));
    body.append(";\n");
    values.add(new Value(kind, name));
  }

  private String last(char kind) {
    for (int v = values.size() - 1; v >= 0; v--) {
      if (values.get(v).kind() == kind) {
        return values.get(v).name();
      }
    }
    return operand(kind);
  }

  /** An operand of a kind, possibly with a cast. */
  private String operand(char kind) {
    List<Value> alike = values.stream().filter(v -> v.kind() == kind).toList();
    if (!alike.isEmpty() && random.nextInt(6) != 0) {
      return alike.get(random.nextInt(alike.size())).name();
    }
    return "(" + javaType(kind) + ") (" + values.get(random.nextInt(values.size())).name() + ")";
  }

  private String operation(char kind) {
    String a = operand(kind);
    String b = operand(kind);
    boolean whole = kind == 'I' || kind == 'J';
    if (random.nextInt(5) == 0) {
      return a
          + pick(" * ", " * ", " / ", " - ").replace("/", whole ? "+" : "/")
          + b
          + " + "
          + operand(kind);
    }
    if (whole) {
      return switch (random.nextInt(8)) {
        case 0 -> a + pick(" << ", " >> ", " >>> ") + operand('I');
        case 1 -> a + pick(" << ", " >> ", " >>> ") + pick("31", "32", "33", "63", "65", "-1");
        case 2 -> a + pick(" / ", " % ") + "(" + b + " | 1)";
        case 3 -> "Math." + pick("min", "max", "floorMod") + "(" + a + ", " + b + " | 1)";
        case 4 -> a + pick(" & ", " | ", " ^ ") + b;
        case 5 -> kind == 'I' ? "(" + pick("byte", "short", "char") + ") (" + a + ")" : "~" + a;
        default -> a + pick(" + ", " - ", " * ") + b;
      };
    }
    return switch (random.nextInt(7)) {
      case 0, 1 -> a + " / " + b;
      case 2 -> "Math." + pick("min", "max") + "(" + a + ", " + pick(b, "0f", "-0f") + ")";
      case 3 -> "Math.abs(" + a + ")" + pick(" + ", " * ") + b;
      case 4 ->
          "(" + a + pick(" < ", " <= ", " > ", " >= ", " == ") + b + " ? " + b + " : " + a + ")";
      case 5 -> kind == 'D' ? "Math.sqrt(" + a + ")" : a + " % " + b;
      default -> a + pick(" + ", " - ", " * ") + b;
    };
  }
}
