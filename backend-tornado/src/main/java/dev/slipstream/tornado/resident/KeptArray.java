package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.tornado.layout.RowShape;

/**
 * An array on the device as a kernel gets it.
 *
 * @param buffer which it is
 * @param block where it is
 * @param shape how regular its rows are, if it is an array of arrays
 */
record KeptArray(BufferId buffer, Block block, RowShape shape) {}
