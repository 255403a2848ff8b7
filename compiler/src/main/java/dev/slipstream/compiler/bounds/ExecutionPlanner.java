package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.value.Operator;
import dev.slipstream.compiler.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides about each execution of a taken loop: counts its iterations, proves that no index leaves
 * its array and that no divisor is zero. Thread-safe.
 */
public final class ExecutionPlanner {
  private final List<CountedLoop> dimensions;
  private final Map<Value, Integer> positions;
  private final int parameters;
  private final List<AccessSite> accesses;
  private final List<DivisionSite> divisions;
  private final Map<Value, CountedLoop> innerLoops;
  private final Map<Value, List<Choice>> choices;
  private final List<Work> work;
  private final boolean lastOnHost;
  private final int line;
  private volatile @Nullable Decision last;

  /**
   * @param dimensions the parallel loops, outermost first; their variables are {@link
   *     Value.LoopVariable}s
   * @param positions where each captured value stands in what the call site passes
   * @param parameters how many of the captures, from the first, the kernel takes
   * @param accesses all array accesses of the body
   * @param divisions all integer divisions of the body
   * @param innerLoops the body's counted loops
   * @param choices the values that may meet in the variables on which those depend
   * @param work the body's instructions
   * @param lastOnHost whether the last iteration of the outermost loop is left to the host
   * @param line the loop's line, or -1
   */
  public ExecutionPlanner(
      List<CountedLoop> dimensions,
      Map<Value, Integer> positions,
      int parameters,
      List<AccessSite> accesses,
      List<DivisionSite> divisions,
      List<CountedLoop> innerLoops,
      Map<Value, List<Choice>> choices,
      List<Work> work,
      boolean lastOnHost,
      int line) {
    this.dimensions = List.copyOf(dimensions);
    this.positions = Map.copyOf(positions);
    this.parameters = parameters;
    this.accesses = List.copyOf(accesses);
    this.divisions = List.copyOf(divisions);
    Map<Value, CountedLoop> loops = new HashMap<>();
    innerLoops.forEach(loop -> loops.put(loop.variable(), loop));
    this.innerLoops = Map.copyOf(loops);
    this.choices = Map.copyOf(choices);
    this.work = List.copyOf(work);
    this.lastOnHost = lastOnHost;
    this.line = line;
  }

  /**
   * Decides about one execution. The last decision is kept, since programs run their loops with the
   * same bounds again and again.
   *
   * @param start the outermost loop variable's value at the loop's entry
   * @param captures what the call site passed
   */
  public LaunchPlan plan(int start, Object[] captures) {
    long[] facts = facts(start, captures);
    Decision before = last;
    if (before != null && Arrays.equals(before.facts(), facts)) {
      return withArguments(before.plan(), captures);
    }
    LaunchPlan plan;
    try {
      plan = decide(start, new Invariants(positions, captures), captures);
    } catch (StaysOnHost reason) {
      plan = new LaunchPlan.Stay(at(line, reason.reason()));
    }
    last = new Decision(facts, plan);
    return withArguments(plan, captures);
  }

  /** A decision without arguments, and all numbers that it depends on. */
  private record Decision(long[] facts, LaunchPlan plan) {}

  private static long[] facts(int start, Object[] captures) {
    long[] facts = new long[captures.length + 1];
    facts[captures.length] = start;
    for (int c = 0; c < captures.length; c++) {
      Object capture = captures[c];
      if (capture == null) {
        facts[c] = -1;
      } else if (capture instanceof Integer || capture instanceof Long) {
        facts[c] = ((Number) capture).longValue();
      } else if (capture.getClass().isArray()) {
        facts[c] = java.lang.reflect.Array.getLength(capture);
      }
    }
    return facts;
  }

  private LaunchPlan withArguments(LaunchPlan plan, Object[] captures) {
    if (!(plan instanceof LaunchPlan.Run run)) {
      return plan;
    }
    return new LaunchPlan.Run(
        run.starts().clone(),
        run.steps().clone(),
        run.counts().clone(),
        Arrays.copyOf(captures, parameters),
        run.accesses(),
        run.resume(),
        run.work());
  }

  private LaunchPlan decide(int start, Invariants invariants, Object[] captures)
      throws StaysOnHost {
    int size = dimensions.size();
    int[] starts = new int[size];
    int[] steps = new int[size];
    int[] counts = new int[size];
    for (int d = 0; d < size; d++) {
      CountedLoop loop = dimensions.get(d);
      starts[d] = d == 0 ? start : (int) invariants.of(loop.initial());
      steps[d] = loop.step();
      counts[d] = TripCount.of(starts[d], steps[d], loop.stay(), invariants.of(loop.limit()));
      if (counts[d] == 0) {
        return new LaunchPlan.Empty();
      }
    }
    int resume = start + counts[0] * steps[0];
    if (lastOnHost) {
      if (--counts[0] == 0) {
        return new LaunchPlan.Empty();
      }
      resume -= steps[0];
    }
    Ranges ranges =
        new Ranges(invariants, loopVariables(starts, steps, counts), innerLoops, choices);
    for (DivisionSite division : divisions) {
      prove(division, ranges);
    }
    List<LaunchPlan.Access> proven = new ArrayList<>();
    Map<Integer, List<AccessSite>> byParameter = new HashMap<>();
    for (AccessSite access : accesses) {
      byParameter.computeIfAbsent(access.parameter(), p -> new ArrayList<>()).add(access);
    }
    for (int parameter = 0; parameter < parameters; parameter++) {
      if (byParameter.containsKey(parameter)) {
        proven.add(
            prove(
                parameter,
                byParameter.getOrDefault(parameter, List.of()),
                ranges,
                invariants,
                steps,
                counts));
      } else if (captures[parameter] == null) {
        throw new StaysOnHost(nameOf(parameter) + " is null");
      }
    }
    return new LaunchPlan.Run(
        starts, steps, counts, new Object[0], proven, resume, estimate(ranges, counts));
  }

  private String nameOf(int parameter) {
    return positions.entrySet().stream()
        .filter(entry -> entry.getValue() == parameter)
        .map(entry -> entry.getKey().toString())
        .findFirst()
        .orElse("an array");
  }

  private Map<Value, Interval> loopVariables(int[] starts, int[] steps, int[] counts) {
    Map<Value, Interval> variables = new HashMap<>();
    for (int d = 0; d < starts.length; d++) {
      long last = starts[d] + (long) (counts[d] - 1) * steps[d];
      variables.put(
          dimensions.get(d).variable(),
          new Interval(Math.min(starts[d], last), Math.max(starts[d], last)));
    }
    return variables;
  }

  private void prove(DivisionSite division, Ranges ranges) throws StaysOnHost {
    if (division.divisor() instanceof Value.Operation operation
        && operation.operator() == Operator.OR
        && operation.operands().stream()
            .anyMatch(o -> o instanceof Value.Constant constant && constant.number() != 0)) {
      return;
    }
    Ranges here = ranges.where(division.conditions());
    Interval divisor = here.of(division.divisor());
    if (divisor.low() <= 0 && divisor.high() >= 0 && !here.isUnreachable()) {
      throw new StaysOnHost(at(division.line(), division.divisor() + " may be zero"));
    }
  }

  private LaunchPlan.Access prove(
      int parameter,
      List<AccessSite> sites,
      Ranges ranges,
      Invariants invariants,
      int[] steps,
      int[] counts)
      throws StaysOnHost {
    int length = java.lang.reflect.Array.getLength(invariants.array(sites.get(0).array()));
    Interval read = null;
    Interval written = null;
    DenseWrites dense = new DenseWrites();
    for (AccessSite site : sites) {
      Ranges here = ranges.where(site.conditions());
      if (here.isUnreachable()) {
        continue;
      }
      Interval index = here.of(site.index());
      if (index.isEmpty()) {
        continue;
      }
      if (index.low() < 0 || index.high() >= length) {
        throw new StaysOnHost(outside(site, index, length));
      }
      if (site.writes()) {
        written = written == null ? index : written.hull(index);
        if (site.always()) {
          addDense(dense, site, ranges, steps, counts);
        }
      } else {
        read = read == null ? index : read.hull(index);
      }
    }
    boolean all = written != null && dense.cover(written.high() - written.low() + 1);
    return new LaunchPlan.Access(
        parameter,
        read == null ? 0 : (int) read.low(),
        read == null ? 0 : (int) read.high() + 1,
        written == null ? 0 : (int) written.low(),
        written == null ? 0 : (int) written.high() + 1,
        all);
  }

  private static String outside(AccessSite site, Interval index, int length) {
    String range =
        index.isWithin(Interval.INT) && !index.equals(Interval.INT)
            ? " (index " + index.low() + " to " + index.high() + ", length " + length + ")"
            : "";
    return at(site.line(), site.text() + " may lie outside " + site.array() + range);
  }

  private void addDense(
      DenseWrites dense, AccessSite site, Ranges ranges, int[] steps, int[] counts)
      throws StaysOnHost {
    Map<Value, DenseWrites.Extent> extents = new HashMap<>();
    for (int d = 0; d < counts.length; d++) {
      extents.put(
          dimensions.get(d).variable(), new DenseWrites.Extent(Math.abs(steps[d]), counts[d]));
    }
    for (CountedLoop loop : site.within()) {
      Interval initial = ranges.of(loop.initial());
      Interval limit = ranges.of(loop.limit());
      if (initial.low() != initial.high() || limit.low() != limit.high()) {
        return;
      }
      int count = TripCount.of(initial.low(), loop.step(), loop.stay(), limit.low());
      if (count == 0) {
        return;
      }
      extents.put(loop.variable(), new DenseWrites.Extent(Math.abs(loop.step()), count));
    }
    dense.add(ranges.numeric(Polynomial.of(site.index())), extents);
  }

  private long estimate(Ranges ranges, int[] counts) throws StaysOnHost {
    double iterations = 1;
    for (int count : counts) {
      iterations *= count;
    }
    double perIteration = 0;
    for (Work part : work) {
      double times = part.instructions();
      for (CountedLoop loop : part.within()) {
        Interval initial = ranges.of(loop.initial());
        Interval limit = ranges.of(loop.limit());
        double trips =
            loop.step() > 0
                ? (double) limit.high() - initial.low()
                : (double) initial.high() - limit.low();
        times *= Math.max(1, Math.min(trips / Math.abs(loop.step()), 1e6));
      }
      perIteration += times;
    }
    return (long) Math.min(1e18, iterations * perIteration);
  }

  private static String at(int line, String text) {
    return line < 0 || text.startsWith("line ") ? text : "line " + line + ": " + text;
  }
}
