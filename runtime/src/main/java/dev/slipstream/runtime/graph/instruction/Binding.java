package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.task.BufferAccess;
import java.util.Optional;

/**
 * The memory of the elements that a chunk accesses through one access of its task.
 *
 * @param access the access
 * @param region the elements that the chunk accesses
 * @param allocation contains all of them; empty if there are none
 */
public record Binding(BufferAccess access, Region region, Optional<Allocation> allocation) {}
