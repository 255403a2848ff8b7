/**
 * The instruction graph of one node: memory that is allocated and freed, copies, and what devices
 * and the host run, send and receive. In: this node's commands. Out: instructions and their order,
 * and announcements of the messages that this node will send. The package does not know threads,
 * queues, drivers or transports, and uses no clock: equal commands give equal instructions.
 */
@NullMarked
package dev.slipstream.runtime.graph.instruction;

import org.jspecify.annotations.NullMarked;
