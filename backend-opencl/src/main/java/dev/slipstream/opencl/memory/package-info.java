/**
 * Memory of a device, and host memory that it reaches fast. Flows in: sizes. Flows out: buffers. It
 * must never know what lies in them.
 */
@NullMarked
package dev.slipstream.opencl.memory;

import org.jspecify.annotations.NullMarked;
