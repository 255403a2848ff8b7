package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A sum of products of atoms with integer coefficients. Atoms are values that are no sums or
 * products themselves; the empty product means 1. An int or long value is congruent to its
 * polynomial modulo 2^32 or 2^64. Both are therefore equal wherever the polynomial is in the type's
 * range, even if the computation wrapped in between. Operations throw an ArithmeticException if a
 * coefficient does not fit in a long.
 *
 * @param terms the coefficient of each product, none of which is 0; a product is a sorted list of
 *     atoms
 */
public record Polynomial(Map<List<Value>, Long> terms) {
  private static final int MOST_TERMS = 32;
  private static final List<Value> ONE = List.of();

  private static final Polynomial ZERO = new Polynomial(Map.of());

  /** Copies the map. */
  public Polynomial {
    terms = Map.copyOf(terms);
  }

  /** The polynomial of a number. */
  public static Polynomial constant(long number) {
    return number == 0 ? ZERO : new Polynomial(Map.of(ONE, number));
  }

  /** The polynomial of a value that is not expanded further. */
  public static Polynomial atom(Value value) {
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
          case ADD -> expand(operands.get(0)).plus(expand(operands.get(1)), 1);
          case SUBTRACT -> expand(operands.get(0)).minus(expand(operands.get(1)));
          case NEGATE -> expand(operands.get(0)).scaled(-1);
          case MULTIPLY -> expand(operands.get(0)).times(expand(operands.get(1)));
          case SHIFT_LEFT ->
              operands.get(1) instanceof Value.Constant shift
                      && shift.number() >= 0
                      && shift.number() < 31
                  ? expand(operands.get(0)).scaled(1L << shift.number())
                  : atom(value);
          // The lower 32 bits of a sum are those of its polynomial as well.
          case TO_INT -> expand(operands.get(0));
          // Only sums may have wrapped before.
          case TO_LONG ->
              operands.get(0) instanceof Value.Operation ? atom(value) : expand(operands.get(0));
          default -> atom(value);
        };
    return result.terms.size() > MOST_TERMS ? atom(value) : result;
  }

  /**
   * The sums that are not negative exactly where a relation holds between left and right.
   *
   * @return empty for the relation NOT_EQUAL, which no such sum expresses
   */
  public static Optional<List<Polynomial>> notNegativeWhere(
      Polynomial left, Condition.Relation relation, Polynomial right) {
    return switch (relation) {
      case GREATER_OR_EQUAL -> Optional.of(List.of(left.minus(right)));
      case GREATER -> Optional.of(List.of(left.minus(right).plus(-1)));
      case LESS_OR_EQUAL -> Optional.of(List.of(right.minus(left)));
      case LESS -> Optional.of(List.of(right.minus(left).plus(-1)));
      case EQUAL -> Optional.of(List.of(left.minus(right), right.minus(left)));
      case NOT_EQUAL -> Optional.empty();
    };
  }

  /** The coefficient of the empty product. */
  public long constant() {
    return terms.getOrDefault(ONE, 0L);
  }

  /** The coefficient of a value that is a whole term, not a factor of a product. */
  public long coefficient(Value value) {
    return terms.getOrDefault(List.of(value), 0L);
  }

  /** The one value of a sum {@code c * value + constant}; empty if the sum has another form. */
  public Optional<Value> onlyValue() {
    Value only = null;
    for (List<Value> product : terms.keySet()) {
      if (product.size() > 1 || (product.size() == 1 && only != null)) {
        return Optional.empty();
      }
      only = product.isEmpty() ? only : product.get(0);
    }
    return Optional.ofNullable(only);
  }

  /** The values that are whole terms, not factors of products. */
  public List<Value> values() {
    List<Value> values = new ArrayList<>(terms.size());
    for (List<Value> product : terms.keySet()) {
      if (product.size() == 1) {
        values.add(product.get(0));
      }
    }
    return values;
  }

  /**
   * The constant by which this exceeds another polynomial; empty if the difference is not constant,
   * or leaves the range of a long.
   */
  public OptionalLong exceeds(Polynomial other) {
    try {
      Polynomial difference = minus(other);
      return difference.varying().terms.isEmpty()
          ? OptionalLong.of(difference.constant())
          : OptionalLong.empty();
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** The sum of this and a multiple of another one. */
  public Polynomial plus(Polynomial other, long factor) {
    Map<List<Value>, Long> sum = new HashMap<>(terms);
    for (Map.Entry<List<Value>, Long> term : other.terms.entrySet()) {
      add(sum, term.getKey(), Math.multiplyExact(term.getValue(), factor));
    }
    return new Polynomial(sum);
  }

  /** The sum of this and a number. */
  public Polynomial plus(long number) {
    return number == 0 ? this : plus(constant(number), 1);
  }

  /** The difference between this and another one. */
  public Polynomial minus(Polynomial other) {
    return plus(other, -1);
  }

  /** A multiple of this. */
  public Polynomial scaled(long factor) {
    return ZERO.plus(this, factor);
  }

  /** The product of this and another one. */
  Polynomial times(Polynomial other) {
    Map<List<Value>, Long> product = new HashMap<>();
    for (Map.Entry<List<Value>, Long> left : terms.entrySet()) {
      for (Map.Entry<List<Value>, Long> right : other.terms.entrySet()) {
        List<Value> atoms = new ArrayList<>(left.getKey());
        atoms.addAll(right.getKey());
        atoms.sort(Polynomial::compare);
        add(product, List.copyOf(atoms), Math.multiplyExact(left.getValue(), right.getValue()));
      }
    }
    return new Polynomial(product);
  }

  private static int compare(Value first, Value second) {
    int order = first.getClass().getName().compareTo(second.getClass().getName());
    order = order != 0 ? order : first.toString().compareTo(second.toString());
    return order != 0 ? order : Integer.compare(first.hashCode(), second.hashCode());
  }

  private static void add(Map<List<Value>, Long> sum, List<Value> product, long coefficient) {
    long total = Math.addExact(sum.getOrDefault(product, 0L), coefficient);
    if (total == 0) {
      sum.remove(product);
    } else {
      sum.put(product, total);
    }
  }

  /** This sum with another one in place of a value that is a whole term. */
  public Polynomial replace(Value value, Polynomial by) {
    Map<List<Value>, Long> rest = new HashMap<>(terms);
    Long coefficient = rest.remove(List.of(value));
    return coefficient == null ? this : new Polynomial(rest).plus(by, coefficient);
  }

  /** This sum without its constant. */
  public Polynomial varying() {
    return terms.containsKey(ONE) ? plus(-constant()) : this;
  }

  /** The terms whose coefficients are multiples of a number, divided by it; not the constant. */
  public Polynomial multiplesOf(long divisor) {
    Map<List<Value>, Long> multiples = new HashMap<>();
    for (Map.Entry<List<Value>, Long> term : terms.entrySet()) {
      if (!term.getKey().isEmpty() && term.getValue() % divisor == 0) {
        multiples.put(term.getKey(), term.getValue() / divisor);
      }
    }
    return new Polynomial(multiples);
  }
}
