/**
 * Devices as the executor sees them. In: instructions. Out: calls of devices, and completions of
 * jobs. The package does not know which kind of device it calls, nor why something is copied.
 */
@NullMarked
package dev.slipstream.runtime.lanes;

import org.jspecify.annotations.NullMarked;
