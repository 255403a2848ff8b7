package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/**
 * All that one part of a command does with one buffer.
 *
 * @param buffer the buffer
 * @param consumed the elements that it needs
 * @param produced the elements that it writes
 * @param boxes each of them must be in one allocation
 */
record Footprint(Buffer buffer, Region consumed, Region produced, List<Box> boxes) {}
