package dev.slipstream.model.mapper;

import java.util.Arrays;
import java.util.List;

/**
 * An exact number that depends on the iteration. It is a sum of multiples of variables, the first
 * of which are the iterations' numbers along each loop, and of other terms. Computing its range
 * while each variable runs through an interval takes as many steps as there are variables and
 * terms. Immutable.
 */
public final class Formula {
  /** The limit for intermediate numbers, so that none of them can wrap. */
  private static final long LARGEST = 1L << 60;

  private final long constant;
  private final long[] factors;
  private final List<Term> terms;

  /** A multiple of a node that is no variable. */
  public record Term(long factor, Node node) {}

  /** A number between two bounds that depend on the variables. */
  public sealed interface Node {}

  /**
   * The result of an operator on two numbers. For operands that are intervals only these are known:
   * quotients and remainders by a positive number, the smaller or larger of two, and products.
   *
   * @param kind {@code I} if it is computed as an int, {@code J} for a long
   * @param right the second operand; the first one again for a unary operator
   */
  public record Operation(Operator operator, char kind, Formula left, Formula right)
      implements Node {}

  /** Any number of an interval. */
  public record Anything(long low, long high) implements Node {}

  /** A node whose least value is the largest value of a formula, and the reverse. */
  public record Opposite(Formula of) implements Node {}

  /**
   * A sum.
   *
   * @param factors one for each variable
   */
  public Formula(long constant, long[] factors, List<Term> terms) {
    this.constant = constant;
    this.factors = factors.clone();
    this.terms = List.copyOf(terms);
  }

  /** A number. */
  public static Formula constant(long number, int variables) {
    return new Formula(number, new long[variables], List.of());
  }

  /** A variable. */
  public static Formula variable(int number, int variables) {
    long[] factors = new long[variables];
    factors[number] = 1;
    return new Formula(0, factors, List.of());
  }

  /** A formula of one term. */
  public static Formula of(Node node, int variables) {
    return new Formula(0, new long[variables], List.of(new Term(1, node)));
  }

  /**
   * The least number.
   *
   * @param ends for each variable its first value and the first one behind its last
   * @throws ArithmeticException if a number does not fit in 64 bits, or is not known
   */
  public long least(long[] ends) {
    return end(ends, /* isMost= */ false);
  }

  /** The largest number, as {@link #least} computes the least one. */
  public long most(long[] ends) {
    return end(ends, /* isMost= */ true);
  }

  private long end(long[] ends, boolean isMost) {
    long end = constant;
    for (int v = 0; v < factors.length; v++) {
      long factor = factors[v];
      if (factor != 0) {
        long value = factor > 0 == isMost ? ends[2 * v + 1] - 1 : ends[2 * v];
        end = Math.addExact(end, Math.multiplyExact(factor, value));
      }
    }
    for (int t = 0; t < terms.size(); t++) {
      Term term = terms.get(t);
      Anything range = range(term.node, ends);
      long value = term.factor > 0 == isMost ? range.high : range.low;
      end = Math.addExact(end, Math.multiplyExact(term.factor, value));
    }
    return end;
  }

  /** Both ends of the range. Visits each term once, however deeply formulas are nested. */
  private Anything range(long[] ends) {
    if (terms.isEmpty()) {
      return new Anything(end(ends, /* isMost= */ false), end(ends, /* isMost= */ true));
    }
    Formula sum = new Formula(constant, factors, List.of());
    long low = sum.least(ends);
    long high = sum.most(ends);
    for (Term term : terms) {
      Anything range = range(term.node, ends);
      boolean rises = term.factor > 0;
      low = Math.addExact(low, Math.multiplyExact(term.factor, rises ? range.low : range.high));
      high = Math.addExact(high, Math.multiplyExact(term.factor, rises ? range.high : range.low));
    }
    return new Anything(low, high);
  }

  private static Anything range(Node node, long[] ends) {
    if (node instanceof Anything range) {
      return range;
    }
    if (node instanceof Opposite opposite) {
      Anything range = opposite.of.range(ends);
      return new Anything(/* low= */ range.high, /* high= */ range.low);
    }
    Operation operation = (Operation) node;
    Operator operator = operation.operator;
    Anything left = operation.left.range(ends);
    Anything right = operation.right.range(ends);
    if (left.low == left.high && right.low == right.high) {
      long number = operator.apply(left.low, right.low, operation.kind);
      return new Anything(number, number);
    }
    return switch (operator) {
      case MIN -> new Anything(Math.min(left.low, right.low), Math.min(left.high, right.high));
      case MAX -> new Anything(Math.max(left.low, right.low), Math.max(left.high, right.high));
      case MULTIPLY -> {
        long[] products = {
          Math.multiplyExact(left.low, right.low),
          Math.multiplyExact(left.low, right.high),
          Math.multiplyExact(left.high, right.low),
          Math.multiplyExact(left.high, right.high)
        };
        Arrays.sort(products);
        yield new Anything(products[0], products[3]);
      }
      case FLOOR_DIVIDE, FLOOR_REMAINDER -> {
        if (right.low != right.high || right.low <= 0) {
          throw new ArithmeticException("an interval is divided by no positive number");
        }
        long first = Math.floorDiv(left.low, right.low);
        long last = Math.floorDiv(left.high, right.low);
        yield operator == Operator.FLOOR_DIVIDE
            ? new Anything(first, last)
            : first == last
                ? new Anything(left.low - first * right.low, left.high - first * right.low)
                : new Anything(0, right.low - 1);
      }
      default -> throw new ArithmeticException("an operand is no single number");
    };
  }

  /**
   * Whether none of the intermediate numbers over any part of some iterations can wrap.
   *
   * @param all for each variable its first value and the first one behind its last
   */
  public boolean fits(long[] all) {
    double largest = Math.abs((double) constant);
    for (int v = 0; v < factors.length; v++) {
      largest += Math.abs((double) factors[v]) * all[2 * v + 1];
    }
    for (Term term : terms) {
      Anything range = range(term.node, all);
      double node = Math.max(Math.abs((double) range.low), Math.abs((double) range.high));
      largest += Math.abs((double) term.factor) * node;
    }
    return largest < LARGEST;
  }

  /** The constant part. */
  public long constant() {
    return constant;
  }

  /** The terms that are no multiples of variables. */
  public List<Term> terms() {
    return terms;
  }

  /** The number of variables. */
  public int variables() {
    return factors.length;
  }

  /** The factor of a variable. */
  public long factor(int variable) {
    return factors[variable];
  }

  /** Whether it is a sum of multiples of variables. */
  public boolean isLinear() {
    return terms.isEmpty();
  }

  /** Whether it is constant. */
  public boolean isConstant() {
    for (long factor : factors) {
      if (factor != 0) {
        return false;
      }
    }
    return terms.isEmpty();
  }

  /** The sum of this and a number. */
  public Formula plus(long number) {
    return new Formula(constant + number, factors, terms);
  }

  /** Whether it differs from another formula only by a number. */
  public boolean isParallelTo(Formula other) {
    return Arrays.equals(factors, other.factors) && terms.equals(other.terms);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Formula formula
        && formula.constant == constant
        && isParallelTo(formula);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(constant) * 31 + Arrays.hashCode(factors);
  }
}
