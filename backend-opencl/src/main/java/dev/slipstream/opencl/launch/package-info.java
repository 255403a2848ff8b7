/**
 * The calls of OpenCL that the runtime asks for. Flows in: built kernels with buffers, copies, and
 * wishes for memory. Flows out: commands in queues, and their ends. It must never know how the
 * kernel's text came to be, nor what lies in a buffer.
 */
@NullMarked
package dev.slipstream.opencl.launch;

import org.jspecify.annotations.NullMarked;
