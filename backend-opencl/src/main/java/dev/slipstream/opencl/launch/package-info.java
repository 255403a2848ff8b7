/**
 * Performs the runtime's requests as calls of OpenCL. Flows in: built kernels with buffers, copies,
 * and requests for memory. Flows out: commands in queues, and their completions. It must never know
 * the origin of the kernel's text, nor the content of a buffer.
 */
@NullMarked
package dev.slipstream.opencl.launch;

import org.jspecify.annotations.NullMarked;
