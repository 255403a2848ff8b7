package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;

/**
 * Memory that elements of a buffer are sent from or received into.
 *
 * @param memory the memory, in the transport's form; the first element is at its position
 * @param allocated the elements that it contains, in row-major order without gaps
 * @param elementBytes the size of an element
 * @param <A> the transport's type of memory
 */
public record BoxMemory<A>(A memory, Box allocated, int elementBytes) {}
