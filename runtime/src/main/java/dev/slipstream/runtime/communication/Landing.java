package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.NodeId;

/**
 * Where a part of a message goes, without a copy in between.
 *
 * @param <A> how the transport names memory
 */
public sealed interface Landing<A> {
  /**
   * A box of elements.
   *
   * @param destination the memory
   * @param box the elements, within what the memory holds
   * @param <A> how the transport names memory
   */
  record Elements<A>(BoxMemory<A> destination, Box box) implements Landing<A> {}

  /**
   * A node's place among the parts of a reduction.
   *
   * @param memory the memory, with a place for each node, in the order of the nodes
   * @param from the node
   * @param bytes the size of each place
   * @param <A> how the transport names memory
   */
  record Place<A>(A memory, NodeId from, long bytes) implements Landing<A> {}
}
