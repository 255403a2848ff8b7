package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.compiler.LoopName;
import dev.slipstream.compiler.bounds.CountedLoop;
import dev.slipstream.compiler.bounds.ExecutionPlanner;
import java.util.ArrayList;
import java.util.List;

/**
 * A loop taken out of its method.
 *
 * @param outermost the loop itself, not those inside it
 * @param slot the slot of the loop variable
 * @param entry where the call site goes
 * @param captures what it passes
 */
public record OutlinedLoop(
    int site,
    LoopName name,
    List<LoopName> inner,
    String className,
    byte[] classFile,
    int dimensions,
    List<String> parameterNames,
    List<String> parameterTypes,
    String note,
    ExecutionPlanner planner,
    CountedLoop outermost,
    int slot,
    EntryEdge entry,
    Captures captures)
    implements LoopKernel {

  /** Copies the lists. */
  public OutlinedLoop {
    inner = List.copyOf(inner);
    parameterNames = List.copyOf(parameterNames);
    parameterTypes = List.copyOf(parameterTypes);
  }

  @Override
  public List<String> analysis() {
    List<String> lines = new ArrayList<>();
    for (int p = 0; p < parameterTypes.size(); p++) {
      lines.add("parameter " + parameterNames.get(p) + " " + parameterTypes.get(p));
    }
    captures.values().stream()
        .skip(parameterTypes.size())
        .forEach(value -> lines.add("captured for the checks: " + value));
    lines.addAll(planner.description());
    inner.forEach(loop -> lines.add("marked inside: " + loop));
    if (!note.isEmpty()) {
      lines.add("note: " + note);
    }
    return lines;
  }

  @Override
  public LaunchPlan plan(int start, Object[] values) {
    return planner.plan(start, values);
  }
}
