package dev.slipstream.runtime.coherence;

/**
 * What a loop does with one array.
 *
 * @param array an array of primitives, or of arrays of arrays of them
 * @param writes whether it may write elements
 */
public record LoopArray(Object array, boolean writes) {}
