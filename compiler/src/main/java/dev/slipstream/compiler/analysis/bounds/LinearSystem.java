package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * Searches for integers, each in its range, for which given linear sums are not negative. It first
 * replaces unknowns by means of equations. Then it narrows the ranges by each sum in turn, and
 * tries the numbers of the shortest remaining range (bounds propagation, as in constraint
 * programming). It gives up after a number of tries, so only a solution that it finds is certain.
 */
final class LinearSystem {
  private static final int ROUNDS = 4;
  private static final int TRIES = 32;

  private final Map<Value, Integer> places = new HashMap<>();
  private final List<Interval> domains = new ArrayList<>();
  private final List<Polynomial> notNegative = new ArrayList<>();
  private final List<Polynomial> zero = new ArrayList<>();
  private final List<Polynomial> notZero = new ArrayList<>();

  /** A new unknown, to be used as an atom of sums. */
  Value unknown(Interval domain) {
    Value unknown = new Value.LoopVariable(domains.size(), "unknown", 'J');
    places.put(unknown, domains.size());
    domains.add(domain);
    return unknown;
  }

  /**
   * Requires that a sum is not negative.
   *
   * @param sum a constant and multiples of unknowns
   */
  void requireNotNegative(Polynomial sum) {
    notNegative.add(sum);
  }

  /** Requires that a sum of the same form is zero. */
  void requireZero(Polynomial sum) {
    zero.add(sum);
  }

  /** Requires that a sum of the same form is not zero. */
  void requireNotZero(Polynomial sum) {
    notZero.add(sum);
  }

  /**
   * Whether there is a solution for which another sum is not negative either. If false, there may
   * be one that was not found.
   */
  boolean isSolvableWith(Polynomial sum) {
    List<Polynomial> sums = new ArrayList<>(notNegative);
    sums.add(sum);
    List<Polynomial> others = new ArrayList<>(notZero);
    List<Polynomial> equations = new ArrayList<>(zero);
    long[] low = domains.stream().mapToLong(Interval::low).toArray();
    long[] high = domains.stream().mapToLong(Interval::high).toArray();
    while (!equations.isEmpty()) {
      Polynomial equation = equations.remove(equations.size() - 1);
      Optional<Value> solved = solvable(equation);
      if (solved.isEmpty()) {
        sums.add(equation);
        sums.add(equation.scaled(-1));
        continue;
      }
      Value unknown = solved.get();
      long factor = equation.coefficient(unknown);
      Polynomial by = equation.replace(unknown, Polynomial.constant(0)).scaled(-factor);
      equations.replaceAll(other -> other.replace(unknown, by));
      others.replaceAll(other -> other.replace(unknown, by));
      sums.replaceAll(other -> other.replace(unknown, by));
      int place = place(List.of(unknown));
      sums.add(by.plus(-low[place]));
      sums.add(Polynomial.constant(high[place]).minus(by));
      // No sum contains this unknown any more.
      high[place] = low[place];
    }
    return new Search(rows(sums), rows(others)).finds(low, high);
  }

  /** An unknown that an equation determines. */
  private static Optional<Value> solvable(Polynomial equation) {
    return equation.values().stream()
        .filter(value -> Math.abs(equation.coefficient(value)) == 1)
        .findFirst();
  }

  /** The coefficient of each unknown, followed by the constant. */
  private List<long[]> rows(List<Polynomial> sums) {
    List<long[]> rows = new ArrayList<>();
    for (Polynomial sum : sums) {
      long[] row = new long[domains.size() + 1];
      for (Polynomial.Term term : sum.sum()) {
        row[term.product().isEmpty() ? domains.size() : place(term.product())] = term.coefficient();
      }
      rows.add(row);
    }
    return rows;
  }

  private int place(List<Value> product) {
    Integer place = product.size() == 1 ? places.get(product.get(0)) : null;
    if (place == null) {
      throw new IllegalArgumentException(product + " is no unknown");
    }
    return place;
  }

  private static final class Search {
    private final List<long[]> notNegative;
    private final List<long[]> notZero;
    private int tries = TRIES;

    Search(List<long[]> notNegative, List<long[]> notZero) {
      this.notNegative = notNegative;
      this.notZero = notZero;
    }

    /** Whether a solution exists in these ranges, which this narrows. */
    boolean finds(long[] low, long[] high) {
      if (tries-- == 0 || !narrow(low, high)) {
        return false;
      }
      int open = shortest(low, high);
      if (open < 0) {
        return holds(low);
      }
      for (long value = low[open]; value <= high[open] && tries > 0; value++) {
        long[] from = low.clone();
        long[] to = high.clone();
        from[open] = value;
        to[open] = value;
        if (finds(from, to)) {
          return true;
        }
      }
      return false;
    }

    /**
     * The unknown with the fewest possible values, if it has more than one; -1 if each has exactly
     * one.
     */
    private static int shortest(long[] low, long[] high) {
      int shortest = -1;
      for (int u = 0; u < low.length; u++) {
        if (low[u] < high[u]
            && (shortest < 0 || high[u] - low[u] < high[shortest] - low[shortest])) {
          shortest = u;
        }
      }
      return shortest;
    }

    /** Removes impossible numbers at the ends of the ranges; false if there is no solution. */
    private boolean narrow(long[] low, long[] high) {
      for (int round = 0; round < ROUNDS; round++) {
        long[] lowBefore = low.clone();
        long[] highBefore = high.clone();
        for (long[] row : notNegative) {
          if (!narrow(row, low, high)) {
            return false;
          }
        }
        if (Arrays.equals(low, lowBefore) && Arrays.equals(high, highBefore)) {
          break;
        }
      }
      return true;
    }

    private static boolean narrow(long[] row, long[] low, long[] high) {
      long most;
      try {
        most = value(row, u -> row[u] > 0 ? high[u] : low[u]);
      } catch (ArithmeticException tooLarge) {
        return true;
      }
      if (most < 0) {
        return false;
      }
      for (int u = 0; u < low.length; u++) {
        // A step away from the best number costs the coefficient, up to the total that is left.
        long steps = row[u] == 0 ? Long.MAX_VALUE : most / Math.abs(row[u]);
        if (steps >= high[u] - low[u]) {
          continue;
        }
        if (row[u] > 0) {
          low[u] = high[u] - steps;
        } else {
          high[u] = low[u] + steps;
        }
      }
      return true;
    }

    private boolean holds(long[] numbers) {
      try {
        for (long[] row : notNegative) {
          if (value(row, u -> numbers[u]) < 0) {
            return false;
          }
        }
        for (long[] row : notZero) {
          if (value(row, u -> numbers[u]) == 0) {
            return false;
          }
        }
        return true;
      } catch (ArithmeticException tooLarge) {
        return false;
      }
    }

    private static long value(long[] row, IntToLongFunction numbers) {
      long sum = row[row.length - 1];
      for (int u = 0; u < row.length - 1; u++) {
        if (row[u] != 0) {
          sum = Math.addExact(sum, Math.multiplyExact(row[u], numbers.applyAsLong(u)));
        }
      }
      return sum;
    }
  }
}
