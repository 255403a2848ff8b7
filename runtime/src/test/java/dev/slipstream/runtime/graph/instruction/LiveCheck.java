package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.DependencyKind;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.RecordedGraph;

/** Records a graph, and checks that no vertex waits for a pruned one. */
final class LiveCheck implements GraphRecorder<Instruction> {
  private final RecordedGraph<Instruction> recorded;
  private long oldest;

  LiveCheck(RecordedGraph<Instruction> recorded) {
    this.recorded = recorded;
  }

  /** Notes that everything before an instruction was pruned. */
  void pruned(long firstKept) {
    oldest = firstKept;
  }

  @Override
  public void added(long id, Instruction payload) {
    recorded.added(id, payload);
  }

  @Override
  public void depends(long from, long on, DependencyKind kind, DependencyOrigin origin) {
    assertThat(on).as("what %s waits for is there", from).isGreaterThanOrEqualTo(oldest);
    recorded.depends(from, on, kind, origin);
  }
}
