package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;

/**
 * Where a part of a message goes, without a copy in between.
 *
 * @param destination the memory
 * @param box the elements, within what the memory holds
 * @param <A> how the transport names memory
 */
public record Landing<A>(BoxMemory<A> destination, Box box) {}
