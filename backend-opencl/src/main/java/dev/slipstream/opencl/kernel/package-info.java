/**
 * From a kernel class to a built OpenCL program. Flows in: kernel class files. Flows out: program
 * text, what it needs of a device, and kernel handles. It must never know arrays or launches.
 */
@NullMarked
package dev.slipstream.opencl.kernel;

import org.jspecify.annotations.NullMarked;
