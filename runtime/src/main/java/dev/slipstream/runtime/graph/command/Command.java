package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A vertex of one node's command graph. All commands are immutable. */
public sealed interface Command {
  /** The index among the commands of the node. */
  long id();

  /**
   * Runs a chunk of a task.
   *
   * @param id its identifier
   * @param task a loop or host task
   * @param chunk the iterations
   */
  record Execution(long id, WorkTask task, Box chunk) implements Command {}

  /**
   * Sends elements that this node owns to nodes that need and lack them. It reads the buffer.
   *
   * @param id its identifier
   * @param transfer the transfer that it belongs to
   * @param buffer the buffer
   * @param targets what each node gets, in the order in which it is sent
   */
  record Push(long id, TransferId transfer, Buffer buffer, Map<NodeId, Region> targets)
      implements Command {
    /** Copies the map. */
    public Push {
      targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
    }
  }

  /**
   * Waits until other nodes have sent a region; it does not name these nodes. It writes the buffer.
   *
   * @param id its identifier
   * @param transfer the transfer that it belongs to
   * @param buffer the buffer
   * @param region the elements
   */
  record AwaitPush(long id, TransferId transfer, Buffer buffer, Region region) implements Command {}

  /**
   * Makes elements that the program accesses available to it.
   *
   * @param id its identifier
   * @param task the fence
   */
  record Fence(long id, FenceTask task) implements Command {}

  /**
   * A horizon or an epoch: waits for everything before it.
   *
   * @param id its identifier
   * @param task the horizon or epoch
   */
  record Mark(long id, MarkTask task) implements Command {}
}
