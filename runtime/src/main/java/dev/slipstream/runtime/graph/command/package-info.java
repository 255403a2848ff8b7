/**
 * The command graph of one node: what it runs of each task, and what nodes send each other. In: the
 * stream of tasks. Out: this node's commands and their order. The package does not know devices,
 * threads or transports, and does not communicate: all nodes derive the same from the stream.
 */
@NullMarked
package dev.slipstream.runtime.graph.command;

import org.jspecify.annotations.NullMarked;
