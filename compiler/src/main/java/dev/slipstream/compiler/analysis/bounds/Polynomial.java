package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Operator;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A sum of products of atoms with integer coefficients. Atoms are values that are no sums or
 * products themselves. An int or long value is congruent to its polynomial modulo 2^32 or 2^64, so
 * the two are equal wherever the polynomial stays in the type's range, however often the
 * computation wrapped on its way.
 *
 * @param terms the coefficient of each product; a product is a sorted list of atoms
 */
public record Polynomial(Map<List<Value>, Long> terms) {
  private static final int MOST_TERMS = 32;
  private static final Comparator<Value> ORDER =
      Comparator.comparing((Value v) -> v.getClass().getName())
          .thenComparing(Value::toString)
          .thenComparingInt(Value::hashCode);

  static Polynomial constant(long number) {
    return number == 0 ? new Polynomial(Map.of()) : new Polynomial(Map.of(List.of(), number));
  }

  static Polynomial atom(Value value) {
    return new Polynomial(Map.of(List.of(value), 1L));
  }

  /** The polynomial of an int or long value. */
  public static Polynomial of(Value value) {
    try {
      return expand(value);
    } catch (ArithmeticException e) {
      return atom(value);
    }
  }

  private static Polynomial expand(Value value) {
    if (value instanceof Value.Constant constant) {
      return constant(constant.number());
    }
    if (!(value instanceof Value.Operation operation)) {
      return atom(value);
    }
    List<Value> operands = operation.operands();
    Operator operator = operation.operator();
    Polynomial result =
        switch (operator) {
          case ADD -> expand(operands.get(0)).plus(expand(operands.get(1)));
          case SUBTRACT -> expand(operands.get(0)).plus(expand(operands.get(1)).scaled(-1));
          case NEGATE -> expand(operands.get(0)).scaled(-1);
          case MULTIPLY -> expand(operands.get(0)).times(expand(operands.get(1)));
          case SHIFT_LEFT ->
              operands.get(1) instanceof Value.Constant shift
                      && shift.number() >= 0
                      && shift.number() < 31
                  ? expand(operands.get(0)).scaled(1L << shift.number())
                  : atom(value);
          // The lower 32 bits of a sum are those of its polynomial, too.
          case TO_INT -> expand(operands.get(0));
          // Sums may have wrapped before; nothing else can have.
          case TO_LONG ->
              operands.get(0) instanceof Value.Operation ? atom(value) : expand(operands.get(0));
          default -> atom(value);
        };
    return result.terms.size() > MOST_TERMS ? atom(value) : result;
  }

  /**
   * The number by which this exceeds another polynomial; empty if that is no constant, or leaves
   * the range of a long.
   */
  public OptionalLong exceeds(Polynomial other) {
    Map<List<Value>, Long> difference;
    try {
      difference = minus(other).terms;
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
    if (difference.isEmpty()) {
      return OptionalLong.of(0);
    }
    Long constant = difference.get(List.<Value>of());
    return constant != null && difference.size() == 1
        ? OptionalLong.of(constant)
        : OptionalLong.empty();
  }

  Polynomial plus(Polynomial other) {
    Map<List<Value>, Long> sum = new HashMap<>(terms);
    other.terms.forEach((product, coefficient) -> add(sum, product, coefficient));
    return new Polynomial(Map.copyOf(sum));
  }

  Polynomial minus(Polynomial other) {
    return plus(other.scaled(-1));
  }

  Polynomial scaled(long factor) {
    return times(constant(factor));
  }

  Polynomial times(Polynomial other) {
    Map<List<Value>, Long> product = new HashMap<>();
    terms.forEach(
        (left, leftCoefficient) ->
            other.terms.forEach(
                (right, rightCoefficient) -> {
                  List<Value> atoms = new ArrayList<>(left);
                  atoms.addAll(right);
                  atoms.sort(ORDER);
                  add(product, atoms, Math.multiplyExact(leftCoefficient, rightCoefficient));
                }));
    return new Polynomial(Map.copyOf(product));
  }

  private static void add(Map<List<Value>, Long> sum, List<Value> product, long coefficient) {
    long total = Math.addExact(sum.getOrDefault(product, 0L), coefficient);
    if (total == 0) {
      sum.remove(product);
    } else {
      sum.put(List.copyOf(product), total);
    }
  }
}
