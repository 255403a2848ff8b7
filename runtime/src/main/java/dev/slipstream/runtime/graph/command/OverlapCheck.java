package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TaskChunks.Assigned;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.Diagnostics;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.List;

/**
 * Finds elements that a chunk of this node writes and another chunk of the task too. Each overlap
 * is found by the nodes that run one of the two chunks.
 */
final class OverlapCheck {
  private final NodeId local;
  private final Diagnostics diagnostics;

  OverlapCheck(NodeId local, Diagnostics diagnostics) {
    this.local = local;
    this.diagnostics = diagnostics;
  }

  void check(WorkTask task, TaskChunks chunks) {
    if (!diagnostics.isOn() || chunks.local().isEmpty()) {
      return;
    }
    for (BufferUse use : task.uses().all()) {
      if (!use.isReduced() && !use.produced().isEmpty()) {
        Region overlap = overlap(use, chunks.all());
        if (!overlap.isEmpty()) {
          diagnostics.report(
              new Diagnostics.OverlappingWrites(task.id(), task.name(), use.buffer(), overlap));
        }
      }
    }
  }

  private Region overlap(BufferUse use, List<Assigned> chunks) {
    Region overlap = Region.EMPTY;
    Region here = Region.EMPTY;
    for (Assigned assigned : chunks) {
      if (assigned.node().equals(local)) {
        Region part = use.produced(assigned.chunk());
        overlap = overlap.union(here.intersection(part));
        here = here.union(part);
      }
    }
    for (Assigned assigned : chunks) {
      if (!assigned.node().equals(local)) {
        overlap = overlap.union(here.intersection(use.produced(assigned.chunk())));
      }
    }
    return overlap;
  }
}
