package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A sum of products of atoms with integer coefficients. Atoms are values that are no sums or
 * products themselves; the empty product means 1. An int or long value is congruent to its
 * polynomial modulo 2^32 or 2^64. Both are therefore equal wherever the polynomial is in the type's
 * range, even if the computation wrapped in between. Operations throw an ArithmeticException if a
 * coefficient does not fit in a long.
 *
 * <p>Each execution of a loop is proven with hundreds of polynomials of few terms, so the terms are
 * in an array.
 */
public final class Polynomial {
  private static final int MOST_TERMS = 32;
  private static final List<Value> ONE = List.of();
  private static final Term[] NONE = {};

  private static final Polynomial ZERO = new Polynomial(NONE);

  private final Term[] sum;
  private @Nullable Map<List<Value>, Long> terms;

  /**
   * A product with its coefficient.
   *
   * @param product a sorted list of atoms
   * @param coefficient not 0
   */
  record Term(List<Value> product, long coefficient) {
    /** The only atom; null if the product has none or several. */
    @Nullable Value atom() {
      return product.size() == 1 ? product.get(0) : null;
    }

    boolean isOf(List<Value> other) {
      int size = product.size();
      if (product == other) {
        return true;
      }
      if (size != other.size()) {
        return false;
      }
      for (int a = 0; a < size; a++) {
        Value atom = product.get(a);
        Value its = other.get(a);
        if (atom != its && !atom.equals(its)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Adds up terms. */
  static final class Sum {
    private Term[] terms;
    private int count;

    /** Begins with 0, and has room for some terms. */
    Sum(int room) {
      terms = new Term[room];
    }

    private Sum(Term[] first, int more) {
      terms = Arrays.copyOf(first, first.length + more);
      count = first.length;
    }

    /** Adds a multiple of a product. */
    void add(List<Value> product, long coefficient) {
      add(new Term(product, coefficient));
    }

    private void add(Term term) {
      for (int t = 0; t < count; t++) {
        if (terms[t].isOf(term.product)) {
          long total = Math.addExact(terms[t].coefficient, term.coefficient);
          if (total == 0) {
            terms[t] = terms[--count];
          } else {
            terms[t] = new Term(term.product, total);
          }
          return;
        }
      }
      if (term.coefficient != 0) {
        if (count == terms.length) {
          terms = Arrays.copyOf(terms, 2 * count + 1);
        }
        terms[count++] = term;
      }
    }

    /** The sum up to now; nothing may be added any more. */
    Polynomial polynomial() {
      return count == 0
          ? ZERO
          : new Polynomial(count == terms.length ? terms : Arrays.copyOf(terms, count));
    }
  }

  private Polynomial(Term[] sum) {
    this.sum = sum;
  }

  /**
   * Creates a polynomial.
   *
   * @param terms the coefficient of each product, none of which is 0; a product is a sorted list of
   *     atoms
   */
  public Polynomial(Map<List<Value>, Long> terms) {
    this.terms = Map.copyOf(terms);
    this.sum = new Term[this.terms.size()];
    int next = 0;
    for (Map.Entry<List<Value>, Long> term : this.terms.entrySet()) {
      sum[next++] = new Term(List.copyOf(term.getKey()), term.getValue());
    }
  }

  /** The coefficient of each product, none of which is 0; a product is a sorted list of atoms. */
  public Map<List<Value>, Long> terms() {
    Map<List<Value>, Long> known = terms;
    if (known == null) {
      Map<List<Value>, Long> found = new HashMap<>();
      for (Term term : sum) {
        found.put(term.product, term.coefficient);
      }
      known = Map.copyOf(found);
      terms = known;
    }
    return known;
  }

  /** The terms in any order; not to be changed. */
  Term[] sum() {
    return sum;
  }

  /** The coefficient of a product. */
  private long coefficient(List<Value> product) {
    for (Term term : sum) {
      if (term.isOf(product)) {
        return term.coefficient;
      }
    }
    return 0;
  }

  /** The polynomial of a number. */
  public static Polynomial constant(long number) {
    return number == 0 ? ZERO : new Polynomial(new Term[] {new Term(ONE, number)});
  }

  /** The polynomial of a value that is not expanded further. */
  public static Polynomial atom(Value value) {
    return new Polynomial(new Term[] {new Term(List.of(value), 1)});
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
    return result.sum.length > MOST_TERMS ? atom(value) : result;
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
    return coefficient(ONE);
  }

  /** The coefficient of a value that is a whole term, not a factor of a product. */
  public long coefficient(Value value) {
    for (Term term : sum) {
      Value atom = term.atom();
      if (atom != null && (atom == value || atom.equals(value))) {
        return term.coefficient;
      }
    }
    return 0;
  }

  /** The one value of a sum {@code c * value + constant}; empty if the sum has another form. */
  public Optional<Value> onlyValue() {
    Value only = null;
    for (Term term : sum) {
      List<Value> product = term.product;
      if (product.size() > 1 || (product.size() == 1 && only != null)) {
        return Optional.empty();
      }
      only = product.isEmpty() ? only : product.get(0);
    }
    return Optional.ofNullable(only);
  }

  /** The values that are whole terms, not factors of products. */
  public List<Value> values() {
    List<Value> values = new ArrayList<>(sum.length);
    for (Term term : sum) {
      if (term.product.size() == 1) {
        values.add(term.product.get(0));
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
      return difference.varying().sum.length == 0
          ? OptionalLong.of(difference.constant())
          : OptionalLong.empty();
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** The sum of this and a multiple of another one. */
  public Polynomial plus(Polynomial other, long factor) {
    if (other.sum.length == 0) {
      return this;
    }
    Sum total = new Sum(sum, other.sum.length);
    for (Term term : other.sum) {
      total.add(
          factor == 1
              ? term
              : new Term(term.product, Math.multiplyExact(term.coefficient, factor)));
    }
    return total.polynomial();
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
    Sum product = new Sum(sum.length * other.sum.length);
    for (Term left : sum) {
      for (Term right : other.sum) {
        product.add(
            merged(left.product, right.product),
            Math.multiplyExact(left.coefficient, right.coefficient));
      }
    }
    return product.polynomial();
  }

  private static List<Value> merged(List<Value> left, List<Value> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return left.isEmpty() ? right : left;
    }
    List<Value> atoms = new ArrayList<>(left);
    atoms.addAll(right);
    atoms.sort(Polynomial::compare);
    return List.copyOf(atoms);
  }

  private static int compare(Value first, Value second) {
    int order = first.getClass().getName().compareTo(second.getClass().getName());
    order = order != 0 ? order : first.toString().compareTo(second.toString());
    return order != 0 ? order : Integer.compare(first.hashCode(), second.hashCode());
  }

  /** This sum with another one in place of a value that is a whole term. */
  public Polynomial replace(Value value, Polynomial by) {
    long coefficient = coefficient(value);
    return coefficient == 0 ? this : without(List.of(value)).plus(by, coefficient);
  }

  private Polynomial without(List<Value> product) {
    Term[] rest = new Term[sum.length - 1];
    int next = 0;
    for (Term term : sum) {
      if (!term.isOf(product)) {
        rest[next++] = term;
      }
    }
    return next == 0 ? ZERO : new Polynomial(rest);
  }

  /** This sum without its constant. */
  public Polynomial varying() {
    return constant() == 0 ? this : without(ONE);
  }

  /** The terms whose coefficients are multiples of a number, divided by it; not the constant. */
  public Polynomial multiplesOf(long divisor) {
    Sum multiples = new Sum(sum.length);
    for (Term term : sum) {
      if (!term.product.isEmpty() && term.coefficient % divisor == 0) {
        multiples.add(term.product, term.coefficient / divisor);
      }
    }
    return multiples.polynomial();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof Polynomial polynomial) || polynomial.sum.length != sum.length) {
      return false;
    }
    for (Term term : sum) {
      if (polynomial.coefficient(term.product) != term.coefficient) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (Term term : sum) {
      hash += term.product.hashCode() ^ Long.hashCode(term.coefficient);
    }
    return hash;
  }

  @Override
  public String toString() {
    return terms().toString();
  }
}
