package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/**
 * What a command needs to be allocated in one memory.
 *
 * @param memory the memory, not the heap
 * @param buffer the buffer
 * @param boxes each of them must be in one allocation
 */
record Demand(MemoryId memory, Buffer buffer, List<Box> boxes) {}
