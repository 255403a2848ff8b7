/**
 * The runtime as one object, built and owned by the agent. In: settings, taken and refused loops,
 * submissions from call sites. Out: results in the program's arrays, and the report. The package
 * knows no bytecode and no backend except the CPU's.
 */
@NullMarked
package dev.slipstream.runtime;

import org.jspecify.annotations.NullMarked;
