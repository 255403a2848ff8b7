package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The facts about one execution of a loop that are needed to find the elements which its accesses
 * touch.
 *
 * @param iterations the launched iterations of each parallel loop, outermost first; at least one of
 *     each
 * @param ranges the ranges of all values
 * @param innerLoops the body's counted loops by their variables
 * @param choices the values that may meet in variables
 * @param accesses the accesses to elements of captured arrays; without those to null, and those to
 *     arrays of which each iteration has its own
 */
public record KnownExecution(
    List<Iterations> iterations,
    Ranges ranges,
    Map<Value, CountedLoop> innerLoops,
    Map<Value, List<Choice>> choices,
    List<AccessSite> accesses) {

  /** Copies the lists and maps. */
  public KnownExecution {
    iterations = List.copyOf(iterations);
    innerLoops = Map.copyOf(innerLoops);
    choices = Map.copyOf(choices);
    accesses = List.copyOf(accesses);
  }

  /**
   * The number of the parallel loop whose variable a value is, 0 for the outermost; -1 if it is
   * none.
   */
  public int dimension(Value value) {
    for (int d = 0; d < iterations.size(); d++) {
      if (iterations.get(d).variable().equals(value)) {
        return d;
      }
    }
    return -1;
  }

  /**
   * The iterations of an inner loop, if they are always the same.
   *
   * @return the first value, step and number of iterations, at least 1; or empty
   */
  public Optional<Iterations> turns(CountedLoop loop) throws StaysOnHost {
    return ranges.of(loop.step()).equals(Interval.of(0)) ? Optional.empty() : ranges.turns(loop);
  }
}
