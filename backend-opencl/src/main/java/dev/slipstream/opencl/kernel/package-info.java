/**
 * Builds an OpenCL program from a kernel class. Flows in: kernel class files. Flows out: program
 * text, the properties that it needs of a device, and kernel handles. It must never know arrays or
 * launches.
 */
@NullMarked
package dev.slipstream.opencl.kernel;

import org.jspecify.annotations.NullMarked;
