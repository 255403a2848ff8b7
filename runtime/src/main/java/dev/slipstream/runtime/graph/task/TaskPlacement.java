package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.CollectiveGroupId;

/** On which nodes a host task runs. */
public sealed interface TaskPlacement {
  /** On one node, no matter which. */
  record Once() implements TaskPlacement {}

  /** On node 0. */
  record MasterNode() implements TaskPlacement {}

  /** On all nodes, each with its part of the iterations. */
  record Distributed() implements TaskPlacement {}

  /**
   * Once on every node, in the same order on all of them as other tasks of the group.
   *
   * @param group the group
   */
  record Collective(CollectiveGroupId group) implements TaskPlacement {}
}
