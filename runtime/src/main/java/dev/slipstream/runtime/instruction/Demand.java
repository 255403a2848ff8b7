package dev.slipstream.runtime.instruction;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.region.Box;
import java.util.List;

/**
 * What a command needs to be allocated in one memory.
 *
 * @param memory the memory, not the heap
 * @param buffer the buffer
 * @param boxes each of them must be in one allocation
 */
record Demand(MemoryId memory, Buffer buffer, List<Box> boxes) {}
