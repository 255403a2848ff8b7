/**
 * The runtime as one object, built and owned by the agent. Flows in: settings, taken and refused
 * loops, submissions from call sites. Flows out: results in the program's arrays, and the report.
 * It must know no bytecode and no backend except the CPU's.
 */
@NullMarked
package dev.slipstream.runtime;

import org.jspecify.annotations.NullMarked;
