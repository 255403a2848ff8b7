package dev.slipstream.runtime.observation;

/**
 * The figures of one of the nodes that share a program's loops.
 *
 * @param rank the node
 * @param device the device that computes there
 * @param route how elements get from it to the first node
 * @param kernels of how many loops it has run a part
 * @param messages how many messages with elements it has sent to other nodes
 * @param bytes how many bytes of elements these contained
 */
public record NodeStatistics(
    int rank, String device, String route, long kernels, long messages, long bytes) {}
