/**
 * The speed of communication between nodes. Flows in: a transport and UCX's own benchmark. Flows
 * out: a table that compares them. It must not know how the transport works inside.
 */
@NullMarked
package dev.slipstream.benchmarks.transport;

import org.jspecify.annotations.NullMarked;
