package dev.slipstream.runtime.scheduling;

/**
 * Code of the program that a node runs of a host task, on a thread of its own.
 *
 * @param code its part of the task
 */
public record HostCodeWork(Runnable code) implements Work {}
