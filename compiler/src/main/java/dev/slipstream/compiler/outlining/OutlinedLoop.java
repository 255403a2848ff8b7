package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.LaunchPlanner;
import dev.slipstream.compiler.analysis.bounds.RememberedExecutions;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.analysis.mapper.MapperAnalysis;
import dev.slipstream.compiler.analysis.reduction.ReductionLanes;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopHints;
import dev.slipstream.compiler.discovery.SplitHint;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.mapper.Division;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * A loop that was outlined from its method.
 *
 * @param kernel the loop's own kernel
 * @param checkedKernels makes the kernel that checks everything that may throw
 * @param inspectors makes the kernel that only checks whether an iteration throws: for the kernel
 *     that checks everything, or for the loop's own
 * @param violations descriptions of the numbers that kernels store when they would throw, from 1 on
 * @param outermost the loop itself, not those inside it
 * @param slot the slot of the loop variable
 * @param entry where the call site goes
 * @param captures the values that the call site passes
 * @param lanes the lanes of the loop if it reduces; the call site then also passes a {@code long[]}
 *     with the values of {@link ReductionLanes#results}, behind the captures
 * @param hints the user's hints for it
 * @param work estimates the work of an execution before it is planned
 * @param remembered the mappers of its last executions
 * @param isInterpreted whether its method is too long for the JIT
 */
public record OutlinedLoop(
    int site,
    LoopName name,
    List<LoopName> inner,
    RangeKernel kernel,
    Supplier<RangeKernel> checkedKernels,
    Function<Boolean, Optional<Inspector>> inspectors,
    List<String> violations,
    String note,
    LaunchPlanner planner,
    CountedLoop outermost,
    int slot,
    EntryEdge entry,
    Captures captures,
    Optional<ReductionLanes> lanes,
    LoopHints hints,
    EntryWork work,
    RememberedExecutions<LoopMappers> remembered,
    boolean isInterpreted)
    implements LoopKernel {

  /** Copies the lists. */
  public OutlinedLoop {
    inner = List.copyOf(inner);
    violations = List.copyOf(violations);
  }

  /** This loop at a call site that passes other values. */
  public OutlinedLoop passing(Captures others) {
    return with(site, others, note);
  }

  /** This loop at another call site, which passes other values. */
  public OutlinedLoop passing(Captures others, int otherSite) {
    return with(otherSite, others, note);
  }

  /** This loop with a further remark. */
  public OutlinedLoop remarking(String remark) {
    return with(site, captures, note.isEmpty() ? remark : note + "; " + remark);
  }

  /** Whether its kernel is correct only for objects of certain classes. */
  public boolean isForCertainClasses() {
    return captures.guards().keySet().stream().anyMatch(Value.Property.class::isInstance);
  }

  private OutlinedLoop with(int number, Captures others, String remark) {
    return new OutlinedLoop(
        number,
        name,
        inner,
        kernel,
        checkedKernels,
        inspectors,
        violations,
        remark,
        planner,
        outermost,
        slot,
        entry,
        others,
        lanes,
        hints,
        work,
        remembered,
        isInterpreted);
  }

  /**
   * Whether a call site for another form of the loop can run this one. Apart from captures it must
   * pass and receive the same values, and it must let the program continue where this form needs it
   * to.
   */
  public boolean fitsCallSiteOf(OutlinedLoop other) {
    return slot == other.slot
        && outermost.variable().equals(other.outermost.variable())
        && outermost.step().equals(other.outermost.step())
        && lanes.map(ReductionLanes::results).equals(other.lanes.map(ReductionLanes::results))
        && (entry.exit().isPresent() || other.entry.exit().isEmpty());
  }

  @Override
  public RangeKernel checkedKernel() {
    return checkedKernels.get();
  }

  @Override
  public Optional<Inspector> inspector(boolean checked) {
    return inspectors.apply(checked);
  }

  @Override
  public String violation(int number) {
    return violations.get(number - 1);
  }

  @Override
  public List<String> analysis() {
    List<String> lines = new ArrayList<>();
    for (KernelParameter parameter : kernel.parameters()) {
      lines.add("parameter " + parameter.name() + " " + parameter.descriptor());
    }
    captures.values().stream()
        .skip(captures.parameters().size())
        .forEach(value -> lines.add("captured for the checks: " + value));
    lines.addAll(planner.description());
    lanes.ifPresent(l -> l.accumulators().forEach(a -> lines.add("reduces in lanes: " + a.text())));
    inner.forEach(loop -> lines.add("marked inside: " + loop));
    inspector(true)
        .ifPresent(
            inspector ->
                lines.add(
                    "whether it throws depends on the elements of: "
                        + (inspector.contents().isEmpty() ? "no array" : names(inspector))));
    if (!note.isEmpty()) {
      lines.add("note: " + note);
    }
    return lines;
  }

  private String names(Inspector inspector) {
    return inspector.contents().stream()
        .sorted()
        .map(parameter -> kernel.parameters().get(parameter).name())
        .collect(Collectors.joining(", "));
  }

  @Override
  public LaunchPlan plan(int start, Object[] passed) {
    Object[] values = captures.complete(passed);
    LaunchPlan plan = planner.plan(start, values);
    if (!(plan instanceof LaunchPlan.Run run)) {
      return plan;
    }
    if (lanes.isEmpty()) {
      return run.divided(() -> divisions(start, values, LoopMappers::divisions));
    }
    ReductionLanes reducing = lanes.get();
    LaunchPlan inLanes = reducing.plan(run, (long[]) values[values.length - 1]);
    return inLanes instanceof LaunchPlan.Run launched && hints.split().way() != SplitHint.Way.WHOLE
        ? launched.divided(
            () ->
                divisions(
                    start,
                    values,
                    known ->
                        List.of(
                            reducing.division(
                                run.launch().space(), launched.launch(), known.arrays()))))
        : inLanes;
  }

  /**
   * The divisions of an execution, the best one first; never throws.
   *
   * @param ways the divisions that exist if the mappers of the iterations are known
   */
  private List<Division> divisions(
      int start, Object[] values, Function<LoopMappers, List<Division>> ways) {
    try {
      return mappers(start, values).map(ways).orElse(List.of());
    } catch (RuntimeException | StackOverflowError unknown) {
      // One device runs the execution as a whole.
      return List.of();
    }
  }

  @Override
  public long identity() {
    StringBuilder passed = new StringBuilder();
    for (Value value : captures.values()) {
      passed.append(Captures.passedType(value)).append(value).append('\n');
    }
    CRC32 sum = new CRC32();
    // The kernel's class is named after the call site, in a constant that begins with its length.
    String code = new String(kernel.classFile(), StandardCharsets.ISO_8859_1);
    byte[] name = kernel.className().replace('.', '/').getBytes(StandardCharsets.UTF_8);
    String constant =
        ""
            + (char) (name.length >> 8)
            + (char) (name.length & 0xFF)
            + new String(name, StandardCharsets.ISO_8859_1);
    for (String part : code.split(Pattern.quote(constant), -1)) {
      sum.update(part.getBytes(StandardCharsets.ISO_8859_1));
    }
    sum.update(passed.toString().getBytes(StandardCharsets.UTF_8));
    return sum.getValue() << Integer.SIZE | code.length() - name.length;
  }

  @Override
  public boolean hasFixedOrder() {
    return lanes.isPresent() && lanes.get().rounds();
  }

  @Override
  public Optional<byte[]> workClass() {
    return hasFixedOrder()
        ? Optional.empty()
        : Optional.of(work.classFile(captures, lanes.isPresent(), site));
  }

  @Override
  public Optional<LoopMappers> mappers(int start, Object[] values) {
    Object[] captured = withoutResults(values);
    Optional<LoopMappers> known = remembered.find(start, captured);
    if (known.isPresent()) {
      return known;
    }
    Optional<KnownExecution> execution = planner.known(start, captured);
    if (execution.isEmpty()) {
      return Optional.empty();
    }
    LoopMappers found = MapperAnalysis.of(execution.get(), captured, lanes.isPresent(), hints);
    // Only now is it known which numbers were read.
    remembered.add(start, captured, execution.get().ranges().numbersRead(), found);
    return Optional.of(found);
  }

  @Override
  public List<String> derivation(int start, Object[] values) {
    Object[] captured = withoutResults(values);
    return planner
        .known(start, captured)
        .map(known -> MapperAnalysis.derivation(known, captured, lanes.isPresent(), hints))
        .orElse(List.of());
  }

  /**
   * All captures without the array for the results of a reduction, which is another one each time.
   */
  private Object[] withoutResults(Object[] passed) {
    Object[] values = captures.complete(passed);
    return lanes.isPresent() ? Arrays.copyOf(values, values.length - 1) : values;
  }
}
