/**
 * Devices as the executor sees them. Flows in: instructions. Flows out: calls of devices, and
 * completions of jobs. It must not know which kind of device it calls, nor why something is copied.
 */
@NullMarked
package dev.slipstream.runtime.lanes;

import org.jspecify.annotations.NullMarked;
