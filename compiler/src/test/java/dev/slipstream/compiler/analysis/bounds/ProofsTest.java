package dev.slipstream.compiler.analysis.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares the proofs about ranges, trip counts and dense writes with all small cases. */
class ProofsTest {
  private static final int[] EDGES = {
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 1,
    -9,
    -2,
    -1,
    0,
    1,
    2,
    3,
    8,
    31,
    32,
    Integer.MAX_VALUE - 1,
    Integer.MAX_VALUE
  };

  private final Random random = seeded();

  private static Random seeded() {
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println("ProofsTest seed " + seed);
    return new Random(seed);
  }

  private Interval interval() {
    long a = random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(41) - 20;
    long b = random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : a + random.nextInt(12);
    return new Interval(Math.min(a, b), Math.max(a, b)).meet(Interval.INT);
  }

  private long member(Interval interval) {
    return switch (random.nextInt(4)) {
      case 0 -> interval.low();
      case 1 -> interval.high();
      default ->
          interval.low() + Math.floorMod(random.nextLong(), interval.high() - interval.low() + 1);
    };
  }

  private static boolean holds(Interval interval, long number) {
    return interval.low() <= number && number <= interval.high();
  }

  @Test
  void sumsAndProductsOfMembersLieInTheirIntervals() {
    for (int k = 0; k < 200_000; k++) {
      Interval left = interval();
      Interval right = interval();
      long a = member(left);
      long b = member(right);
      assertThat(holds(left.plus(right), a + b)).isTrue();
      assertThat(holds(left.times(right), a * b)).isTrue();
      assertThat(holds(left.hull(right), a) && holds(left.hull(right), b)).isTrue();
      if (holds(right, a)) {
        assertThat(holds(left.meet(right), a)).isTrue();
      }
    }
    assertThat(new Interval(1, Long.MAX_VALUE - 1).plus(Interval.of(5))).isEqualTo(Interval.ALL);
    assertThat(new Interval(3, 1L << 62).times(Interval.of(4))).isEqualTo(Interval.ALL);
    assertThat(Interval.ALL.times(Interval.of(0)).isAll()).isTrue();
  }

  @Test
  void resultsOfIntegerOperationsLieInTheirIntervals() {
    int known = 0;
    for (int k = 0; k < 400_000; k++) {
      Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
      boolean isInt = random.nextBoolean();
      Interval left = interval();
      Interval right = interval();
      long a = member(left);
      long b = member(right);
      Optional<Long> result = isInt ? ofInts(operator, (int) a, (int) b) : ofLongs(operator, a, b);
      Interval range = Interval.of(operator, left, right, isInt);
      if (result.isPresent()) {
        known += range.equals(isInt ? Interval.INT : Interval.ALL) ? 0 : 1;
        assertThat(holds(range, result.get()))
            .as("%d %s %d = %d in %s of %s, %s", a, operator, b, result.get(), range, left, right)
            .isTrue();
      }
      long any = random.nextLong() >> random.nextInt(64);
      Optional<Long> wide = ofLongs(operator, any, b);
      Interval all = Interval.of(operator, Interval.ALL, right, false);
      assertThat(wide.isEmpty() || holds(all, wide.get())).isTrue();
    }
    assertThat(known).isGreaterThan(50_000);
  }

  private static Optional<Long> ofInts(Operator operator, int a, int b) {
    try {
      return switch (operator) {
        case DIVIDE -> Optional.of((long) (a / b));
        case REMAINDER -> Optional.of((long) (a % b));
        case FLOOR_DIVIDE -> Optional.of((long) Math.floorDiv(a, b));
        case FLOOR_REMAINDER -> Optional.of((long) Math.floorMod(a, b));
        case SHIFT_LEFT -> Optional.of((long) (a << b));
        case SHIFT_RIGHT -> Optional.of((long) (a >> b));
        case UNSIGNED_SHIFT_RIGHT -> Optional.of((long) (a >>> b));
        default -> ofLongs(operator, a, b);
      };
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> ofLongs(Operator operator, long a, long b) {
    try {
      return switch (operator) {
        case DIVIDE -> Optional.of(a / b);
        case REMAINDER -> Optional.of(a % b);
        case FLOOR_DIVIDE -> Optional.of(Math.floorDiv(a, b));
        case FLOOR_REMAINDER -> Optional.of(Math.floorMod(a, b));
        case SHIFT_LEFT -> Optional.of(a << b);
        case SHIFT_RIGHT -> Optional.of(a >> b);
        case UNSIGNED_SHIFT_RIGHT -> Optional.of(a >>> b);
        case AND -> Optional.of(a & b);
        case OR -> Optional.of(a | b);
        case XOR -> Optional.of(a ^ b);
        default -> Optional.empty();
      };
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  @Test
  void tripCountsAreThoseOfTheLoopOrTheLoopStays() {
    int counted = 0;
    for (int k = 0; k < 300_000; k++) {
      int start = near();
      int limit = random.nextInt(3) == 0 ? near() : start + random.nextInt(60) - 20;
      int step = random.nextInt(4) == 0 ? near() : random.nextInt(9) - 4;
      if (step == 0) {
        continue;
      }
      Relation stay = Relation.values()[random.nextInt(6)];
      int count;
      try {
        count = Iterations.count('I', start, step, stay, limit);
      } catch (StaysOnHost reason) {
        continue;
      }
      int tried = 0;
      int i = start;
      while (relates(i, stay, limit) && tried < 500) {
        // A loop whose variable wraps around must stay on the host.
        i = Math.addExact(i, step);
        tried++;
      }
      if (tried < 500) {
        counted++;
        assertThat(count)
            .as("from %d by %d while %s %d", start, step, stay.symbol(), limit)
            .isEqualTo(tried);
      } else {
        assertThat(count).isGreaterThanOrEqualTo(500);
      }
    }
    assertThat(counted).isGreaterThan(30_000);
  }

  private int near() {
    return EDGES[random.nextInt(EDGES.length)] + random.nextInt(5) - 2;
  }

  private static boolean relates(int i, Relation relation, int limit) {
    return switch (relation) {
      case EQUAL -> i == limit;
      case NOT_EQUAL -> i != limit;
      case LESS -> i < limit;
      case LESS_OR_EQUAL -> i <= limit;
      case GREATER -> i > limit;
      case GREATER_OR_EQUAL -> i >= limit;
    };
  }

  @Test
  void polynomialsAreCongruentToWhatTheyStandFor() {
    for (int k = 0; k < 60_000; k++) {
      boolean isInt = random.nextBoolean();
      List<Value> atoms = new ArrayList<>();
      Map<Value, Long> numbers = new HashMap<>();
      for (int a = 0; a < 3; a++) {
        Value atom = Value.Opaque.of(a, isInt ? 'I' : 'J', "x" + a);
        atoms.add(atom);
        numbers.put(atom, isInt ? (long) near() : near() * (random.nextLong() >> 40));
      }
      Value value = expression(atoms, isInt ? 'I' : 'J', 4);
      long sum = 0;
      for (Map.Entry<List<Value>, Long> term : Polynomial.of(value).terms().entrySet()) {
        long product = term.getValue();
        for (Value atom : term.getKey()) {
          product *= of(atom, numbers);
        }
        sum += product;
      }
      assertThat(isInt ? (int) sum : sum).as("%s", value).isEqualTo(of(value, numbers));
    }
  }

  private Value expression(List<Value> atoms, char kind, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return random.nextInt(3) == 0
          ? new Value.Constant(kind, near())
          : atoms.get(random.nextInt(atoms.size()));
    }
    Operator operator =
        List.of(
                Operator.ADD,
                Operator.SUBTRACT,
                Operator.MULTIPLY,
                Operator.NEGATE,
                Operator.SHIFT_LEFT)
            .get(random.nextInt(5));
    Value left = expression(atoms, kind, depth - 1);
    if (operator == Operator.NEGATE) {
      return Value.Operation.of(1, operator, kind, left);
    }
    Value right =
        operator == Operator.SHIFT_LEFT
            ? new Value.Constant('I', random.nextInt(40) - 4)
            : expression(atoms, kind, depth - 1);
    return Value.Operation.of(1, operator, kind, left, right);
  }

  private static long of(Value value, Map<Value, Long> numbers) {
    if (value instanceof Value.Constant constant) {
      return constant.number();
    }
    if (!(value instanceof Value.Operation operation)) {
      return numbers.get(value);
    }
    long left = of(operation.operands().get(0), numbers);
    long right = operation.operands().size() > 1 ? of(operation.operands().get(1), numbers) : 0;
    boolean isInt = operation.kind() == 'I';
    long result =
        switch (operation.operator()) {
          case ADD -> left + right;
          case SUBTRACT -> left - right;
          case MULTIPLY -> left * right;
          case NEGATE -> -left;
          default -> isInt ? (int) left << (int) right : left << (int) right;
        };
    return isInt ? (int) result : result;
  }

  @Test
  void whatIsCalledDenseLeavesNoElementUnwritten() {
    int dense = 0;
    for (int k = 0; k < 60_000; k++) {
      int loops = 1 + random.nextInt(3);
      Map<Value, Stride> extents = new HashMap<>();
      List<Value> variables = new ArrayList<>();
      int[] counts = new int[loops];
      int[] steps = new int[loops];
      for (int l = 0; l < loops; l++) {
        Value variable = new Value.LoopVariable(l, "i" + l, 'I');
        variables.add(variable);
        counts[l] = 1 + random.nextInt(4);
        steps[l] = 1 + random.nextInt(3);
        extents.put(variable, new Stride(steps[l], counts[l]));
      }
      DenseWrites writes = new DenseWrites(/* grid= */ 1);
      Set<Long> written = new HashSet<>();
      int groups = 1 + random.nextInt(2);
      for (int g = 0; g < groups; g++) {
        Map<List<Value>, Long> index = new HashMap<>();
        int[] factors = new int[loops];
        for (int l = 0; l < loops; l++) {
          factors[l] = random.nextInt(9) - 3;
          if (factors[l] != 0) {
            index.put(List.of(variables.get(l)), (long) factors[l]);
          }
        }
        int offsets = 1 + random.nextInt(3);
        for (int o = 0; o < offsets; o++) {
          long offset = random.nextInt(4);
          Map<List<Value>, Long> shifted = new HashMap<>(index);
          if (offset != 0) {
            shifted.put(List.of(), offset);
          }
          writes.add(new Polynomial(shifted), extents, Interval.ALL);
          write(written, offset, factors, steps, counts, 0);
        }
      }
      long low = written.stream().mapToLong(Long::longValue).min().orElseThrow();
      long high = written.stream().mapToLong(Long::longValue).max().orElseThrow();
      if (writes.cover(high - low + 1)) {
        dense++;
        assertThat(written).hasSize((int) (high - low + 1));
      }
    }
    assertThat(dense).isGreaterThan(2000);
  }

  private static void write(
      Set<Long> written, long at, int[] factors, int[] steps, int[] counts, int loop) {
    if (loop == factors.length) {
      written.add(at);
      return;
    }
    for (int k = 0; k < counts[loop]; k++) {
      write(written, at + (long) factors[loop] * steps[loop] * k, factors, steps, counts, loop + 1);
    }
  }
}
