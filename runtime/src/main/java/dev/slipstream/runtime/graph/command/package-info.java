/**
 * The command graph of one node: what it runs of each task, and what nodes send each other. Flows
 * in: the stream of tasks. Flows out: this node's commands and their order. It must never know
 * devices, threads or transports, and never ask another node: all nodes conclude the same from the
 * stream.
 */
@NullMarked
package dev.slipstream.runtime.graph.command;

import org.jspecify.annotations.NullMarked;
