package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.dataflow.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sum of products of values that vary, with the numbers of one execution as coefficients. The
 * empty product stands for 1.
 *
 * @param terms the coefficient of each product; none is 0
 */
record Sum(Map<List<Value>, Long> terms) {
  private static final List<Value> ONE = List.of();

  Sum {
    terms = Map.copyOf(terms);
  }

  static Sum constant(long number) {
    return number == 0 ? new Sum(Map.of()) : new Sum(Map.of(ONE, number));
  }

  static Sum atom(Value value) {
    return new Sum(Map.of(List.of(value), 1L));
  }

  long constant() {
    return terms.getOrDefault(ONE, 0L);
  }

  /** The coefficient of a value that stands alone. */
  long coefficient(Value value) {
    return terms.getOrDefault(List.of(value), 0L);
  }

  boolean isConstant() {
    return terms.isEmpty() || (terms.size() == 1 && terms.containsKey(ONE));
  }

  /**
   * The one value of a sum {@code c * value + constant}; empty if there is another number of them.
   */
  Optional<Value> onlyValue() {
    Value only = null;
    for (List<Value> product : terms.keySet()) {
      if (product.size() > 1 || (product.size() == 1 && only != null)) {
        return Optional.empty();
      }
      only = product.isEmpty() ? only : product.get(0);
    }
    return Optional.ofNullable(only);
  }

  /** The values that stand alone. */
  List<Value> values() {
    return terms.keySet().stream().filter(p -> p.size() == 1).map(p -> p.get(0)).toList();
  }

  /**
   * Adds a multiple of another sum.
   *
   * @throws ArithmeticException if a coefficient does not fit in a long
   */
  Sum plus(Sum other, long factor) {
    Map<List<Value>, Long> sum = new HashMap<>(terms);
    other.terms.forEach(
        (product, coefficient) -> {
          long added = Math.multiplyExact(coefficient, factor);
          sum.merge(product, added, Math::addExact);
        });
    sum.values().removeIf(coefficient -> coefficient == 0);
    return new Sum(sum);
  }

  Sum plus(long number) {
    return plus(constant(number), 1);
  }

  /** The sum with a value, where it stands alone, replaced. */
  Sum replace(Value value, Sum by) {
    long coefficient = coefficient(value);
    return plus(atom(value), -coefficient).plus(by, coefficient);
  }

  /** The sum without its constant. */
  Sum varying() {
    return plus(-constant());
  }

  /** The terms whose coefficients are multiples of a number, divided by it; not the constant. */
  Sum multiplesOf(long divisor) {
    Map<List<Value>, Long> multiples = new HashMap<>();
    terms.forEach(
        (product, coefficient) -> {
          if (!product.isEmpty() && coefficient % divisor == 0) {
            multiples.put(product, coefficient / divisor);
          }
        });
    return new Sum(multiples);
  }
}
