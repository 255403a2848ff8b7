/**
 * Finds and loads OpenCL. Flows in: the drivers that are installed. Flows out: devices with their
 * facts, and error codes by name. It must never know kernels or arrays.
 */
@NullMarked
package dev.slipstream.opencl.driver;

import org.jspecify.annotations.NullMarked;
