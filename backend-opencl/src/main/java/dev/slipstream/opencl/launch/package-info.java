/**
 * Performs the runtime's requests as calls of OpenCL. Input: built kernels with buffers, copies,
 * and requests for memory. Output: commands in queues, and their completions. It must never know
 * the origin of the kernel's text, nor the content of a buffer.
 */
@NullMarked
package dev.slipstream.opencl.launch;

import org.jspecify.annotations.NullMarked;
