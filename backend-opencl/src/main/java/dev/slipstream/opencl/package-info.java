/**
 * The OpenCL device behind the runtime's device SPI. Flows in: kernels and launches from the
 * runtime. Flows out: results in host arrays, measured times, findings for the doctor. It must
 * never know the program, the loop or the class loader that a kernel came from.
 */
@NullMarked
package dev.slipstream.opencl;

import org.jspecify.annotations.NullMarked;
