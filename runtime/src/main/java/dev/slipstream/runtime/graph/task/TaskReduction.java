package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.ReductionId;

/**
 * A value that all iterations of a task contribute to.
 *
 * @param id its identifier
 * @param buffer where the result goes; of one element
 * @param includesCurrent whether what the buffer holds before contributes too
 */
public record TaskReduction(ReductionId id, Buffer buffer, boolean includesCurrent) {}
