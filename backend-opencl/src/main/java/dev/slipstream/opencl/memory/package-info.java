/**
 * Memory of a device, and host memory to which the device has fast access. Flows in: sizes. Flows
 * out: buffers. It must never know their content.
 */
@NullMarked
package dev.slipstream.opencl.memory;

import org.jspecify.annotations.NullMarked;
