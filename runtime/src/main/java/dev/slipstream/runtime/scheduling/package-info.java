/**
 * Makes work for devices of what the program submits. Flows in: loops, and the host's coming
 * accesses to buffers. Flows out: jobs for the executor, in the order in which they were created.
 * It must not know what a device is, only which lanes exist.
 */
@NullMarked
package dev.slipstream.runtime.scheduling;

import org.jspecify.annotations.NullMarked;
