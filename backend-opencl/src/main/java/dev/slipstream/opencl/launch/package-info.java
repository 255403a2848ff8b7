/**
 * Running built kernels. Flows in: iteration spaces and arguments. Flows out: changed host arrays
 * and profiled times. It must never know how the kernel's text came to be.
 */
@NullMarked
package dev.slipstream.opencl.launch;

import org.jspecify.annotations.NullMarked;
