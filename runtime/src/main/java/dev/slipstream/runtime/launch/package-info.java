/**
 * Call sites: each execution is admitted, inspected if it may throw, placed and submitted. Flows
 * in: captured values and what the compiler knows of the loop. Flows out: launches, and how many
 * iterations are done. It must not know graphs.
 */
@NullMarked
package dev.slipstream.runtime.launch;

import org.jspecify.annotations.NullMarked;
