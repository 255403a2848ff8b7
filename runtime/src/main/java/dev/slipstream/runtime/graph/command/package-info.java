/**
 * The command graph of one node: what it runs of each task, and what nodes send each other. Flows
 * in: the stream of tasks. Flows out: this node's commands and their order. It must not know
 * devices, threads or transports, and must not communicate: all nodes derive the same from the
 * stream.
 */
@NullMarked
package dev.slipstream.runtime.graph.command;

import org.jspecify.annotations.NullMarked;
