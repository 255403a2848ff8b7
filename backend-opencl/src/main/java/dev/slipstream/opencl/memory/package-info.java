/**
 * Memory of a device, and host memory to which the device has fast access. Input: sizes. Output:
 * buffers. It must never know their content.
 */
@NullMarked
package dev.slipstream.opencl.memory;

import org.jspecify.annotations.NullMarked;
