package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import java.util.List;
import java.util.Set;

/**
 * The state of a buffer on one node at a horizon.
 *
 * @param buffer the buffer
 * @param parts all of its elements
 * @param copies which nodes have copies of elements that this node owns; the other elements have no
 *     copies
 */
public record BufferVersions(Buffer buffer, List<Part> parts, List<Copies> copies) {
  /**
   * Elements with the same state.
   *
   * @param box the elements
   * @param version the number of the command of this node that wrote or received the elements, or
   *     of a later horizon or epoch
   * @param fresh whether these are the program's current elements; if not, another node has them
   * @param replicated whether another node owns them, or every node had them from the start
   */
  public record Part(Box box, long version, boolean fresh, boolean replicated) {}

  /**
   * Elements of which the same nodes have copies.
   *
   * @param box the elements
   * @param nodes the nodes, without this one
   */
  public record Copies(Box box, Set<NodeId> nodes) {
    /** Copies the set. */
    public Copies {
      nodes = Set.copyOf(nodes);
    }
  }

  /** Copies the lists. */
  public BufferVersions {
    parts = List.copyOf(parts);
    copies = List.copyOf(copies);
  }
}
