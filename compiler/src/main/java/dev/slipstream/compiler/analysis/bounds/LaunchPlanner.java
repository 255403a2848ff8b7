package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.Operator;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides for each execution of a taken loop whether it can run as a kernel. Counts its iterations
 * and proves that no index leaves its array and that no divisor is zero. Thread-safe.
 */
public final class LaunchPlanner {
  private final List<CountedLoop> dimensions;
  private final Map<Value, Integer> positions;
  private final int parameters;
  private final List<AccessSite> accesses;
  private final List<List<AccessSite>> byParameter = new ArrayList<>();
  private final List<AccessSite> privateAccesses;
  private final List<DivisionSite> divisions;
  private final Map<Value, CountedLoop> innerLoops;
  private final Map<Value, List<Choice>> choices;
  private final LaunchGuards guards;
  private final List<WorkEstimate> work;
  private final List<WorkEstimate> certainWork;
  private final Set<Value> mayBeNull;
  private final Expansions expansions = new Expansions();
  private final DistinctRows distinctRows = new DistinctRows();
  private final List<Scratch> scratch;
  private final boolean lastOnHost;
  private final boolean leavesMemory;
  private final boolean hasChecks;
  private final int line;
  private final RememberedExecutions<LaunchPlan> remembered = RememberedExecutions.byRows();

  /**
   * @param dimensions the parallel loops, outermost first; their variables are {@link
   *     Value.LoopVariable}s
   * @param positions the position of each captured value among the captures
   * @param parameters how many of the captures, from the first, the kernel takes
   * @param accesses all array accesses of the body
   * @param divisions all integer divisions of the body
   * @param innerLoops the body's counted loops
   * @param choices the values that may meet in the variables on which those depend
   * @param guards the conditions under which the kernel has the effect of the loop
   * @param work the body's instructions
   * @param checks whether the loop's own kernel checks some of them
   * @param mayBeNull the arrays that may be null as long as no access is reached
   * @param scratch the arrays that all iterations write at the same places
   * @param lastOnHost whether the last iteration of the outermost loop is left to the host
   * @param leavesMemory whether that iteration leaves the content of scratch arrays or fields to
   *     the program
   * @param line the loop's line, or -1
   */
  public LaunchPlanner(
      List<CountedLoop> dimensions,
      Map<Value, Integer> positions,
      int parameters,
      List<AccessSite> accesses,
      List<DivisionSite> divisions,
      List<CountedLoop> innerLoops,
      Map<Value, List<Choice>> choices,
      LaunchGuards guards,
      Set<Value> mayBeNull,
      List<WorkEstimate> work,
      boolean checks,
      List<Scratch> scratch,
      boolean lastOnHost,
      boolean leavesMemory,
      int line) {
    this.dimensions = List.copyOf(dimensions);
    this.positions = Map.copyOf(positions);
    this.parameters = parameters;
    for (int parameter = 0; parameter < parameters; parameter++) {
      byParameter.add(new ArrayList<>());
    }
    List<AccessSite> captured = new ArrayList<>();
    List<AccessSite> own = new ArrayList<>();
    for (AccessSite access : accesses) {
      if (access.isPrivate()) {
        own.add(access);
      } else {
        captured.add(access);
        if (access.parameter() < parameters) {
          byParameter.get(access.parameter()).add(access);
        }
      }
    }
    this.accesses = List.copyOf(captured);
    this.privateAccesses = List.copyOf(own);
    this.divisions = List.copyOf(divisions);
    Map<Value, CountedLoop> loops = new HashMap<>();
    for (CountedLoop loop : innerLoops) {
      loops.put(loop.variable(), loop);
    }
    this.innerLoops = Map.copyOf(loops);
    this.choices = Map.copyOf(choices);
    this.guards = guards;
    this.work = List.copyOf(work);
    this.certainWork = work.stream().filter(WorkEstimate::isCertain).toList();
    this.hasChecks = checks;
    this.mayBeNull = Set.copyOf(mayBeNull);
    this.scratch = List.copyOf(scratch);
    this.lastOnHost = lastOnHost;
    this.leavesMemory = leavesMemory;
    this.line = line;
  }

  /** The loops, accesses and divisions that are checked, as lines of text for people. */
  public List<String> description() {
    List<String> lines = new ArrayList<>();
    for (int d = 0; d < dimensions.size(); d++) {
      lines.add("dimension " + d + ": " + dimensions.get(d).text());
    }
    innerLoops.values().forEach(loop -> lines.add("inner loop: " + loop.text()));
    List<AccessSite> all = new ArrayList<>(accesses);
    all.addAll(privateAccesses);
    all.forEach(access -> lines.add(access.description()));
    for (DivisionSite division : divisions) {
      lines.add(
          "line "
              + division.line()
              + " divides by "
              + division.divisor()
              + (division.checked() ? " checked" : ""));
    }
    for (Scratch array : scratch) {
      if (array.isPrivate()) {
        lines.add(nameOf(array.parameter()) + " is an array of its own in each iteration");
      }
    }
    if (lastOnHost) {
      lines.add("the last iteration runs on the host, which sets what is read afterwards");
    }
    return lines;
  }

  /**
   * Decides about one execution.
   *
   * @param start the outermost loop variable's value at the loop's entry
   * @param captures the values that the call site passed
   */
  public LaunchPlan plan(int start, Object[] captures) {
    Optional<LaunchPlan> known = remembered.find(start, captures);
    if (known.isPresent()) {
      return known.get() instanceof LaunchPlan.Run run ? renewed(run, captures) : known.get();
    }
    Invariants invariants = new Invariants(positions, captures, expansions, distinctRows.known());
    LaunchPlan plan = decide(start, invariants, captures);
    // The plan is remembered without its arguments, which would keep the program's arrays in
    // memory.
    LaunchPlan bare = plan instanceof LaunchPlan.Run run ? run.on(new Object[0]) : plan;
    remembered.add(start, captures, invariants.read(), invariants.rows(), bare);
    return plan;
  }

  /**
   * Facts about one execution beyond its plan: the elements that each access touches.
   *
   * @param start the outermost loop variable's value at the loop's entry
   * @param captures the values that the call site passed
   * @return empty if the loop has nothing to run, or stays on the host
   */
  public Optional<KnownExecution> known(int start, Object[] captures) {
    Invariants invariants = new Invariants(positions, captures);
    try {
      List<Iterations> iterations = iterations(start, invariants);
      if (lastOnHost && iterations.get(0).count() > 0) {
        iterations.set(0, iterations.get(0).withoutLast());
      }
      if (isEmpty(iterations)) {
        return Optional.empty();
      }
      List<AccessSite> elements = new ArrayList<>();
      for (AccessSite access : accesses) {
        boolean touches = access.writes() || access.kind() == AccessSite.Kind.READ;
        if (touches && !isScratch(access) && captures[access.parameter()] != null) {
          elements.add(access);
        }
      }
      Ranges ranges = ranges(iterations, invariants);
      return Optional.of(new KnownExecution(iterations, ranges, innerLoops, choices, elements));
    } catch (StaysOnHost reason) {
      return Optional.empty();
    }
  }

  private LaunchPlan decide(int start, Invariants invariants, Object[] captures) {
    boolean checked = false;
    while (true) {
      try {
        return prove(start, invariants, captures, checked);
      } catch (StaysOnHost reason) {
        if (checked || !reason.isUnproven()) {
          return new LaunchPlan.Stay(at(line, reason.reason()));
        }
        // The kernel checks what cannot be proven.
        checked = true;
      }
    }
  }

  /**
   * Proves one execution.
   *
   * @param checked whether the kernel itself checks everything, not only what can never be proven
   */
  private LaunchPlan prove(int start, Invariants invariants, Object[] captures, boolean checked)
      throws StaysOnHost {
    guards.require(invariants);
    DistinctRows.requireSteady(positions.keySet(), accesses, invariants, captures);
    boolean checks = checked || hasChecks;
    List<Iterations> iterations = iterations(start, invariants);
    if (isEmpty(iterations)) {
      return new LaunchPlan.Empty();
    }
    Iterations outermost = iterations.get(0);
    if (lastOnHost) {
      if (outermost.count() == 1) {
        return new LaunchPlan.Empty();
      }
      if (leavesMemory) {
        requireNoExceptions(iterations, invariants);
      }
      outermost = outermost.withoutLast();
      iterations.set(0, outermost);
    }
    int size = iterations.size();
    int[] starts = new int[size];
    int[] steps = new int[size];
    int[] counts = new int[size];
    for (int d = 0; d < size; d++) {
      CountedLoop loop = dimensions.get(d);
      starts[d] = loop.isNumbered() ? 0 : (int) iterations.get(d).first();
      steps[d] = loop.kernelStep();
      counts[d] = iterations.get(d).count();
    }
    // If a loop counts a long, the call site itself adds the number of completed iterations.
    int resume = outermost.variable().kind() == 'J' ? outermost.count() : (int) outermost.past();
    Ranges ranges = ranges(iterations, invariants);
    for (CountedLoop loop : innerLoops.values()) {
      if (loop.step().isInvariant() && invariants.of(loop.step()) == 0) {
        throw new StaysOnHost("a loop inside it has a step of zero");
      }
    }
    for (DivisionSite division : divisions) {
      if (!division.inBody() || !(checked || division.checked())) {
        prove(division, ranges);
      }
    }
    AccessProof proof = new AccessProof(iterations, ranges, invariants, mayBeNull, checked);
    for (AccessSite access : privateAccesses) {
      proof.provePrivate(access);
    }
    List<ArrayAccess> proven = new ArrayList<>();
    for (int parameter = 0; parameter < parameters; parameter++) {
      List<AccessSite> sites = byParameter.get(parameter);
      if (!sites.isEmpty()) {
        ArrayAccess access = proof.prove(parameter, sites);
        if (!isProvenPrivate(access, ranges, iterations, invariants)) {
          proven.add(access);
        }
      } else if (!(captures[parameter] instanceof Number)
          && invariants.captured(parameter) == null) {
        throw new StaysOnHost(nameOf(parameter) + " is null");
      }
    }
    String trusted =
        checkDependences(new Dependences(iterations, ranges, invariants), invariants, captures);
    int violation = checks ? parameters : Launch.PROVEN;
    if (checks) {
      // The kernel writes this array only if an iteration throws.
      proven.add(new ArrayAccess(violation, 0, 1, 0, 1, false));
    }
    Launch launch =
        new Launch(
            new IterationSpace(starts, steps, counts),
            arguments(captures, checks),
            proven,
            violation);
    return new LaunchPlan.Run(launch, resume, estimate(work, ranges, counts), checked)
        .surely(estimate(certainWork, ranges, counts))
        .trusting(trusted);
  }

  /**
   * Requires that no iteration throws, including the last one. Only the last one leaves the content
   * of scratch arrays and fields to the program. If it threw, the content that the iteration before
   * it would have left would be missing.
   */
  private void requireNoExceptions(List<Iterations> iterations, Invariants invariants)
      throws StaysOnHost {
    if (hasChecks) {
      throw new StaysOnHost(
          "an iteration may throw, and the program could then read what earlier iterations left in"
              + " temporary arrays and fields");
    }
    Ranges ranges = ranges(iterations, invariants);
    for (DivisionSite division : divisions) {
      prove(division, ranges);
    }
    AccessProof proof =
        new AccessProof(iterations, ranges, invariants, mayBeNull, /* checked= */ false);
    for (int parameter = 0; parameter < parameters; parameter++) {
      if (!byParameter.get(parameter).isEmpty()) {
        proof.prove(parameter, byParameter.get(parameter));
      }
    }
  }

  private Object[] arguments(Object[] captures, boolean checks) {
    Object[] arguments = new Object[checks ? parameters + 1 : parameters];
    for (int p = 0; p < parameters; p++) {
      arguments[p] = captures[p] == null ? empty(p) : captures[p];
    }
    if (checks) {
      arguments[parameters] = new int[1];
    }
    return arguments;
  }

  /** An array for a kernel that never accesses the null one. */
  private Object empty(int parameter) {
    String type = captured(parameter).flatMap(Value::declaredType).orElseThrow();
    return Array.newInstance(
        MethodType.fromMethodDescriptorString("()" + type.substring(1), null).returnType(), 0);
  }

  /** A remembered plan with other arrays as arguments. */
  private LaunchPlan renewed(LaunchPlan.Run run, Object[] captures) {
    return run.on(arguments(captures, run.launch().isChecked()));
  }

  /**
   * Whether each iteration has its own array for a parameter.
   *
   * @throws StaysOnHost if all iterations write the array at the same places and one may read an
   *     element that another one has written
   */
  private boolean isProvenPrivate(
      ArrayAccess access, Ranges ranges, List<Iterations> iterations, Invariants invariants)
      throws StaysOnHost {
    for (Scratch array : scratch) {
      if (array.parameter() == access.parameter()) {
        if (array.isPrivate()) {
          new ScratchProof(ranges).prove(array, access);
          DistinctRows.requireAlone(
              invariants.rows(), array.parameter(), parameters, nameOf(array.parameter()));
          return true;
        }
        for (Iterations loop : iterations) {
          if (loop.count() > 1) {
            throw ScratchProof.carried(array);
          }
        }
      }
    }
    return false;
  }

  /** The assumption that iterations do not meet, as shown to users; empty if that is proven. */
  private String checkDependences(Dependences dependences, Invariants invariants, Object[] captures)
      throws StaysOnHost {
    List<ReachedArray> reached = ReachedArray.of(accesses, captures, this::isScratch);
    boolean anyOfArrays = false;
    for (ReachedArray array : reached) {
      anyOfArrays |= array.readTouched(invariants);
    }
    if (anyOfArrays) {
      distinctRows.require(reached, invariants.rows());
    }
    String trusted = "";
    for (ReachedArray array : reached) {
      String found = dependences.check(array.sites());
      trusted = trusted.isEmpty() ? found : trusted;
    }
    return trusted;
  }

  private String nameOf(int parameter) {
    return captured(parameter).map(Value::toString).orElse("an array");
  }

  /** The captured value at a position. */
  private Optional<Value> captured(int position) {
    for (Map.Entry<Value, Integer> entry : positions.entrySet()) {
      if (entry.getValue() == position) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }

  /** Whether each iteration has its own array for the target of an access. */
  private boolean isScratch(AccessSite access) {
    for (Scratch array : scratch) {
      if (array.isPrivate() && array.parameter() == access.parameter()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEmpty(List<Iterations> iterations) {
    for (Iterations loop : iterations) {
      if (loop.count() == 0) {
        return true;
      }
    }
    return false;
  }

  private List<Iterations> iterations(int start, Invariants invariants) throws StaysOnHost {
    List<Iterations> iterations = new ArrayList<>();
    for (CountedLoop loop : dimensions) {
      long first = loop.initial().isInvariant() ? invariants.of(loop.initial()) : start;
      long step = invariants.of(loop.step());
      char kind = loop.variable().kind();
      int count = Iterations.count(kind, first, step, loop.stay(), invariants.of(loop.limit()));
      iterations.add(new Iterations(loop.variable(), first, step, count));
      if (count == 0) {
        break;
      }
    }
    return iterations;
  }

  private Ranges ranges(List<Iterations> iterations, Invariants invariants) {
    Map<Value, Interval> variables = new HashMap<>();
    for (Iterations loop : iterations) {
      variables.put(loop.variable(), loop.range());
    }
    return new Ranges(invariants, variables, innerLoops, choices);
  }

  private void prove(DivisionSite division, Ranges ranges) throws StaysOnHost {
    if (division.divisor() instanceof Value.Operation operation
        && operation.operator() == Operator.OR) {
      for (Value operand : operation.operands()) {
        if (operand instanceof Value.Constant constant && constant.number() != 0) {
          return;
        }
      }
    }
    Ranges here = ranges.where(division.conditions());
    Interval divisor = here.of(division.divisor());
    if (divisor.low() <= 0 && divisor.high() >= 0 && !here.isUnreachable()) {
      String reason = at(division.line(), division.divisor() + " may be zero");
      throw division.inBody() ? StaysOnHost.unproven(reason) : new StaysOnHost(reason);
    }
  }

  private static long estimate(List<WorkEstimate> parts, Ranges ranges, int[] counts)
      throws StaysOnHost {
    double iterations = 1;
    for (int count : counts) {
      iterations *= count;
    }
    double perIteration = 0;
    for (WorkEstimate part : parts) {
      perIteration += part.perIteration(ranges);
    }
    return (long) Math.min(1e18, iterations * perIteration);
  }

  private static String at(int line, String text) {
    return line < 0 || text.startsWith("line ") ? text : "line " + line + ": " + text;
  }
}
