package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;

/**
 * Memory that elements of a buffer are sent from or received into.
 *
 * @param memory the memory, in the transport's terms; the first element is at its position
 * @param allocated the elements that it holds, in row-major order without gaps
 * @param elementBytes the size of an element
 * @param <A> how the transport names memory
 */
public record BoxMemory<A>(A memory, Box allocated, int elementBytes) {}
