package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.KernelCode;
import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.compiler.LoopName;
import dev.slipstream.compiler.bounds.CountedLoop;
import dev.slipstream.compiler.bounds.ExecutionPlanner;
import dev.slipstream.compiler.hint.LoopHints;
import dev.slipstream.compiler.mapper.LoopMappers;
import dev.slipstream.compiler.mapper.MapperAnalysis;
import dev.slipstream.compiler.mapper.RememberedMappers;
import dev.slipstream.compiler.reduction.Lanes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A loop taken out of its method.
 *
 * @param code the loop's own kernel
 * @param checkedCode makes the kernel that checks all that may throw
 * @param violations what the numbers mean that kernels leave when they would throw, from 1 on
 * @param outermost the loop itself, not those inside it
 * @param slot the slot of the loop variable
 * @param entry where the call site goes
 * @param captures what it passes
 * @param lanes how it runs if it reduces; then the call site also passes a {@code long[]} with the
 *     values of {@link Lanes#results}, behind the captures
 * @param hints what the user says about it
 * @param remembered the mappers of its last executions
 */
public record OutlinedLoop(
    int site,
    LoopName name,
    List<LoopName> inner,
    KernelCode code,
    Supplier<KernelCode> checkedCode,
    List<String> violations,
    int dimensions,
    String note,
    ExecutionPlanner planner,
    CountedLoop outermost,
    int slot,
    EntryEdge entry,
    Captures captures,
    Optional<Lanes> lanes,
    LoopHints hints,
    RememberedMappers remembered)
    implements LoopKernel {

  /** Copies the lists. */
  public OutlinedLoop {
    inner = List.copyOf(inner);
    violations = List.copyOf(violations);
  }

  @Override
  public String className() {
    return code.className();
  }

  @Override
  public byte[] classFile() {
    return code.classFile();
  }

  @Override
  public List<String> parameterNames() {
    return code.parameterNames();
  }

  @Override
  public List<String> parameterTypes() {
    return code.parameterTypes();
  }

  @Override
  public Set<Integer> scratch() {
    return code.scratch();
  }

  @Override
  public KernelCode checked() {
    return checkedCode.get();
  }

  @Override
  public String violation(int number) {
    return violations.get(number - 1);
  }

  @Override
  public List<String> analysis() {
    List<String> lines = new ArrayList<>();
    for (int p = 0; p < parameterTypes().size(); p++) {
      lines.add("parameter " + parameterNames().get(p) + " " + parameterTypes().get(p));
    }
    captures.values().stream()
        .skip(captures.parameters().size())
        .forEach(value -> lines.add("captured for the checks: " + value));
    lines.addAll(planner.description());
    lanes.ifPresent(l -> l.accumulators().forEach(a -> lines.add("reduces in lanes: " + a.text())));
    inner.forEach(loop -> lines.add("marked inside: " + loop));
    if (!note.isEmpty()) {
      lines.add("note: " + note);
    }
    return lines;
  }

  @Override
  public LaunchPlan plan(int start, Object[] values) {
    LaunchPlan plan = planner.plan(start, values);
    return lanes.isPresent() && plan instanceof LaunchPlan.Run run
        ? lanes.get().plan(run, (long[]) values[values.length - 1])
        : plan;
  }

  @Override
  public Optional<LoopMappers> mappers(int start, Object[] values) {
    Object[] captured = withoutResults(values);
    return remembered.find(
        start,
        captured,
        () -> planner.known(start, captured),
        execution -> MapperAnalysis.of(execution, captured, lanes.isPresent(), hints));
  }

  @Override
  public List<String> derivation(int start, Object[] values) {
    Object[] captured = withoutResults(values);
    return planner
        .known(start, captured)
        .map(known -> MapperAnalysis.derivation(known, captured, lanes.isPresent(), hints))
        .orElse(List.of());
  }

  /** What the call site passes for a reduction is another array each time. */
  private Object[] withoutResults(Object[] values) {
    return lanes.isPresent() ? Arrays.copyOf(values, values.length - 1) : values;
  }
}
