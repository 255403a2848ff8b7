/**
 * Loops of programs: which they are, why one was refused, and whether one execution of a taken one
 * may run as a kernel. Flows in: what the compiler found. Flows out: to call sites, the report,
 * messages and traces. It never knows how loops are found or run.
 */
@NullMarked
package dev.slipstream.model.loop;

import org.jspecify.annotations.NullMarked;
