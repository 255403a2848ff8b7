/**
 * Keeps the program's arrays coherent with their copies on devices. Flows in: the arrays of
 * submitted loops, and the accesses that host code announces. Flows out: which buffers are copied
 * back to the host, and which the host has changed. It must not know how data is copied.
 *
 * <p>The way of one array: a loop names it as a {@link LoopArray}, which reads its rows. {@link
 * TrackedBuffers} finds the {@link TrackedBuffer} of these rows, or has the {@link BufferStream}
 * create one. The {@link LoopLog} notes what the loop does with the array; if other nodes may be
 * lost, the {@link Journal} does so instead. When the host accesses the array, {@link HostVisits}
 * has the elements copied back to the host, and waits. When devices fail, {@link Recovery} has the
 * array back on the host: {@link RecoveryPlan} finds which loops have to run again and what has to
 * be fetched, and {@link Replay} does that.
 */
@NullMarked
package dev.slipstream.runtime.coherence;

import org.jspecify.annotations.NullMarked;
