/**
 * Translates a kernel's class file to OpenCL C. Flows in: the bytes of a closed kernel class. Flows
 * out: one program with one kernel, or the reason why there is none. It must never know an OpenCL
 * library, a device or how the kernel was found.
 */
@NullMarked
package dev.slipstream.compiler.opencl;

import org.jspecify.annotations.NullMarked;
