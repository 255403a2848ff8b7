/**
 * Loops of programs: their names, the reasons for refusals, and whether one execution of a taken
 * loop may run as a kernel. Flows in: results of the compiler. Flows out: values for call sites,
 * the report, messages and traces. It never knows how loops are found or run.
 */
@NullMarked
package dev.slipstream.model.loop;

import org.jspecify.annotations.NullMarked;
