package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;
import java.util.Set;

/**
 * In which memories of one node the elements of a buffer were at a horizon.
 *
 * @param buffer the buffer
 * @param parts all of its elements
 */
public record BufferPlaces(Buffer buffer, List<Part> parts) {
  /**
   * Elements that are in the same memories.
   *
   * @param box the elements
   * @param memories the memories in which they are fresh; empty if another node has them
   * @param zeros whether no code has written them
   */
  public record Part(Box box, Set<MemoryId> memories, boolean zeros) {
    /** Copies the set. */
    public Part {
      memories = Set.copyOf(memories);
    }
  }

  /** Copies the list. */
  public BufferPlaces {
    parts = List.copyOf(parts);
  }
}
