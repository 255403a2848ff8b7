package dev.slipstream.runtime.scheduling;

/**
 * What a loop computes that only one of several devices is to run. Its lanes see the work alone.
 *
 * @param place the device's place among those of the node
 * @param work the work as its lanes understand it
 */
public record PlacedWork(int place, Work work) implements Work {}
