/**
 * Makes work for devices of what the program submits. In: loops, and the host's coming accesses to
 * buffers. Out: jobs for the executor, in the order in which they were created. The package does
 * not know what a device is, only which lanes exist.
 */
@NullMarked
package dev.slipstream.runtime.scheduling;

import org.jspecify.annotations.NullMarked;
