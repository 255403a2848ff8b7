package dev.slipstream.compiler.analysis.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.analysis.bounds.Dependences.Verdict;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.fixture.LongTests;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Compares the decisions about the iterations of random small loops with running all of them. */
class ProvenConflictsTest {
  private static final int LOOPS = LongTests.count(2_500, 20_000);
  private static final Value ARRAY = new Value.Entry(0, "a", "[I");
  private static final List<Relation> RELATIONS =
      List.of(Relation.LESS, Relation.LESS_OR_EQUAL, Relation.GREATER, Relation.GREATER_OR_EQUAL);

  private static final List<Operator> DIVISIONS =
      List.of(Operator.DIVIDE, Operator.REMAINDER, Operator.FLOOR_DIVIDE, Operator.FLOOR_REMAINDER);

  private final Random random = seeded();

  private static Random seeded() {
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println("ProvenConflictsTest seed " + seed);
    return new Random(seed);
  }

  @Test
  void iterationsThatAreSaidToMeetMeetAndThoseSaidToBeApartDoNot() throws Exception {
    int meeting = 0;
    int found = 0;
    for (int k = 0; k < LOOPS; k++) {
      List<Iterations> dimensions = dimensions();
      AccessSite write = site(dimensions, AccessSite.Kind.WRITE, 10);
      AccessSite read = site(dimensions, AccessSite.Kind.READ, 20);
      boolean meet = meet(dimensions, write, read);
      Verdict verdict = verdict(dimensions, write, read);
      String loop = dimensions + "\n" + write + "\n" + read;
      if (meet) {
        assertThat(verdict).as(loop).isNotEqualTo(Verdict.NONE);
      } else {
        assertThat(verdict).as(loop).isNotEqualTo(Verdict.CARRIED);
      }
      meeting += meet ? 1 : 0;
      found += verdict == Verdict.CARRIED ? 1 : 0;
    }
    System.out.println("of " + meeting + " loops whose iterations meet " + found + " were seen");
    assertThat(found).isGreaterThan(meeting * 90 / 100);
    assertThat(meeting).isBetween(LOOPS / 6, LOOPS / 2);
  }

  private static Verdict verdict(List<Iterations> dimensions, AccessSite write, AccessSite read)
      throws StaysOnHost {
    Map<Value, Interval> variables = new HashMap<>();
    dimensions.forEach(loop -> variables.put(loop.variable(), loop.range()));
    Map<Value, CountedLoop> innerLoops = new HashMap<>();
    write.within().forEach(loop -> innerLoops.put(loop.variable(), loop));
    read.within().forEach(loop -> innerLoops.put(loop.variable(), loop));
    Invariants invariants = new Invariants(Map.of(), new Object[0]);
    Ranges ranges = new Ranges(invariants, variables, innerLoops, Map.of());
    return new Dependences(dimensions, ranges, invariants).between(write, read);
  }

  private List<Iterations> dimensions() {
    List<Iterations> dimensions = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int d = 0; d < count; d++) {
      Value variable = new Value.LoopVariable(d, "i" + d, 'I');
      int step = (1 + random.nextInt(3)) * (random.nextBoolean() ? 1 : -1);
      dimensions.add(new Iterations(variable, random.nextInt(6) - 2, step, 1 + random.nextInt(8)));
    }
    return dimensions;
  }

  private AccessSite site(List<Iterations> dimensions, AccessSite.Kind kind, int firstBlock) {
    List<Value> variables = new ArrayList<>();
    dimensions.forEach(loop -> variables.add(loop.variable()));
    List<CountedLoop> within = new ArrayList<>();
    int inner = random.nextInt(3);
    for (int k = 0; k < inner; k++) {
      Value variable = new Value.Phi(firstBlock + k, 1, 'I', "j" + k);
      Value initial = sum(variables, 1);
      Relation stay = RELATIONS.get(random.nextInt(RELATIONS.size()));
      boolean rises = stay == Relation.LESS || stay == Relation.LESS_OR_EQUAL;
      Value limit = sum(variables, 1);
      if (random.nextInt(3) > 0) {
        limit = Value.Operation.of(0, Operator.ADD, 'I', initial, constant(rises ? 4 : -4));
      }
      int step = (1 + random.nextInt(2)) * (rises ? 1 : -1);
      within.add(new CountedLoop(variable, initial, constant(step), stay, limit));
      variables.add(variable);
    }
    List<Condition> conditions = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      Relation relation = Relation.values()[random.nextInt(Relation.values().length)];
      conditions.add(new Condition(relation, sum(variables, 1), sum(variables, 1)));
    }
    return new AccessSite(
        0,
        ARRAY,
        index(variables),
        kind,
        conditions,
        /* always= */ conditions.isEmpty(),
        /* decided= */ true,
        within,
        /* line= */ -1,
        /* checked= */ false,
        Optional.empty(),
        FirstTurn.UNKNOWN);
  }

  /** A sum, or what is left of one, or goes into it. */
  private Value index(List<Value> variables) {
    Value index = sum(variables, 4);
    if (random.nextInt(4) > 0) {
      return index;
    }
    Operator operator = DIVISIONS.get(random.nextInt(DIVISIONS.size()));
    // Quotients of negative numbers are not supported.
    Value start = constant(random.nextInt(4) > 0 ? 200 : 0);
    Value dividend = Value.Operation.of(0, Operator.ADD, 'I', index, start);
    return Value.Operation.of(0, operator, 'I', dividend, constant(1 + random.nextInt(9)));
  }

  /** A constant and multiples of some variables. */
  private Value sum(List<Value> variables, int most) {
    Value sum = constant(random.nextInt(9) - 3);
    for (Value variable : variables) {
      if (random.nextInt(3) > 0) {
        Value factor = constant(random.nextInt(2 * most + 1) - most);
        Value product = Value.Operation.of(0, Operator.MULTIPLY, 'I', variable, factor);
        sum = Value.Operation.of(0, Operator.ADD, 'I', sum, product);
      }
    }
    return sum;
  }

  private static Value constant(int number) {
    return new Value.Constant('I', number);
  }

  private static boolean meet(List<Iterations> dimensions, AccessSite write, AccessSite read) {
    Map<Long, Set<List<Long>>> writers = new HashMap<>();
    forEachElement(
        dimensions,
        write,
        (iteration, element) ->
            writers.computeIfAbsent(element, e -> new HashSet<>()).add(iteration));
    boolean[] meet = {false};
    forEachElement(
        dimensions,
        read,
        (iteration, element) ->
            meet[0] |=
                writers.getOrDefault(element, Set.of()).stream()
                    .anyMatch(writer -> !writer.equals(iteration)));
    return meet[0];
  }

  private static void forEachElement(
      List<Iterations> dimensions, AccessSite site, BiConsumer<List<Long>, Long> action) {
    List<Map<Value, Long>> iterations = List.of(Map.of());
    for (Iterations loop : dimensions) {
      List<Map<Value, Long>> all = new ArrayList<>();
      for (Map<Value, Long> outer : iterations) {
        for (int k = 0; k < loop.count(); k++) {
          all.add(with(outer, loop.variable(), loop.first() + k * loop.step()));
        }
      }
      iterations = all;
    }
    for (Map<Value, Long> iteration : iterations) {
      List<Long> key = dimensions.stream().map(loop -> number(loop.variable(), iteration)).toList();
      run(site, 0, iteration, element -> action.accept(key, element));
    }
  }

  private static void run(
      AccessSite site, int depth, Map<Value, Long> numbers, Consumer<Long> action) {
    if (depth < site.within().size()) {
      CountedLoop loop = site.within().get(depth);
      long value = number(loop.initial(), numbers);
      while (loop.stay().holds(value, number(loop.limit(), numbers))) {
        run(site, depth + 1, with(numbers, loop.variable(), value), action);
        value += number(loop.step(), numbers);
      }
    } else if (site.conditions().stream()
        .allMatch(c -> c.relation().holds(number(c.left(), numbers), number(c.right(), numbers)))) {
      action.accept(number(site.index(), numbers));
    }
  }

  private static Map<Value, Long> with(Map<Value, Long> numbers, Value variable, long number) {
    Map<Value, Long> all = new HashMap<>(numbers);
    all.put(variable, number);
    return all;
  }

  private static long number(Value value, Map<Value, Long> numbers) {
    if (value instanceof Value.Constant constant) {
      return constant.number();
    }
    if (value instanceof Value.Operation operation) {
      long left = number(operation.operands().get(0), numbers);
      long right = number(operation.operands().get(1), numbers);
      return switch (operation.operator()) {
        case ADD -> left + right;
        case MULTIPLY -> left * right;
        case DIVIDE -> left / right;
        case REMAINDER -> left % right;
        case FLOOR_DIVIDE -> Math.floorDiv(left, right);
        case FLOOR_REMAINDER -> Math.floorMod(left, right);
        default -> throw new IllegalArgumentException(operation.toString());
      };
    }
    Long number = numbers.get(value);
    if (number == null) {
      throw new IllegalArgumentException(value + " has no number");
    }
    return number;
  }
}
