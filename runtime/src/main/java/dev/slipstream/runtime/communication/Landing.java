package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;

/**
 * The destination of a part of a message, which is received without an intermediate copy.
 *
 * @param destination the memory
 * @param box the elements, within what the memory contains
 * @param <A> the transport's type of memory
 */
public record Landing<A>(BoxMemory<A> destination, Box box) {}
