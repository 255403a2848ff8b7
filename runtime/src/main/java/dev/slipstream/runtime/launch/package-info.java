/**
 * Call sites: each execution is admitted, inspected if it may throw, placed and submitted. In:
 * captured values and what the compiler knows of the loop. Out: launches, and how many iterations
 * are done. The package does not know graphs.
 */
@NullMarked
package dev.slipstream.runtime.launch;

import org.jspecify.annotations.NullMarked;
