package dev.slipstream.runtime.scheduling;

/**
 * The code of a host task that a node runs, on a thread of its own.
 *
 * @param code this node's part of the task
 */
public record HostCodeWork(Runnable code) implements Work {}
