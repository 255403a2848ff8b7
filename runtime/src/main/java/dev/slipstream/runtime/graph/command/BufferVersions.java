package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import java.util.List;
import java.util.Set;

/**
 * What one node knew of a buffer at a horizon.
 *
 * @param buffer the buffer
 * @param parts all of its elements
 * @param copies which nodes have copies of what this node owns; the rest of the buffer has none
 */
public record BufferVersions(Buffer buffer, List<Part> parts, List<Copies> copies) {
  /**
   * Elements of which the node knew the same.
   *
   * @param box the elements
   * @param version the number of the command of this node that put here what is here, or a horizon
   *     or epoch after it
   * @param fresh whether that is what the program has there; if not, another node has it
   * @param replicated whether another node owns it, or every node had it from the start
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
