/**
 * Keeps the program's arrays and what devices hold of them the same to whoever looks. Flows in: the
 * arrays of submitted loops, and what the host's code is about to do with arrays. Flows out: which
 * buffers are brought home, and which the host has changed. It must never know how data is copied.
 *
 * <p>The way of one array: a loop names it as a {@link LoopArray}, which looks at its rows; {@link
 * TrackedBuffers} finds the {@link TrackedBuffer} of these rows, or has the {@link BufferStream}
 * create one; the {@link LoopLog} notes what the loop does with it, or the {@link Journal} where
 * other nodes may be lost. When the host looks at the array, {@link HostVisits} has what it needs
 * brought home, and waits.
 */
@NullMarked
package dev.slipstream.runtime.coherence;

import org.jspecify.annotations.NullMarked;
