/**
 * Which loop of a program, and why one was refused. Flows in: what the compiler found. Flows out:
 * to the report, to messages and to traces. It never knows how loops are found or run.
 */
@NullMarked
package dev.slipstream.model.loop;

import org.jspecify.annotations.NullMarked;
