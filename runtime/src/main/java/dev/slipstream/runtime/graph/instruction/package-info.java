/**
 * The instruction graph of one node: memory that is allocated and freed, copies, and what devices
 * and the host run, send and receive. Flows in: this node's commands. Flows out: instructions and
 * their order, and announcements of the messages that this node will send. It must not know
 * threads, queues, drivers or transports, and must not use a clock: equal commands give equal
 * instructions.
 */
@NullMarked
package dev.slipstream.runtime.graph.instruction;

import org.jspecify.annotations.NullMarked;
