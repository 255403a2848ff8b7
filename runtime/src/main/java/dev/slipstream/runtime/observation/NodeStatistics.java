package dev.slipstream.runtime.observation;

/**
 * What one of the nodes that share a program's loops has done.
 *
 * @param rank the node
 * @param device what computes there
 * @param route how elements come from it to the first node
 * @param kernels how many loops it has run a part of
 * @param messages how many messages with elements it has sent to other nodes
 * @param bytes how many bytes of elements these had
 */
public record NodeStatistics(
    int rank, String device, String route, long kernels, long messages, long bytes) {}
