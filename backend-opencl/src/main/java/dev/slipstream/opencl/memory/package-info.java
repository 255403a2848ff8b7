/**
 * Java arrays on a device. Flows in: heap arrays with the ranges that a launch reads and writes.
 * Flows out: device buffers filled from them, and results stored back. It must never know what a
 * kernel does.
 */
@NullMarked
package dev.slipstream.opencl.memory;

import org.jspecify.annotations.NullMarked;
