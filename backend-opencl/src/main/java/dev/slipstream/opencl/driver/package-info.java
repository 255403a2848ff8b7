/**
 * Finds and loads OpenCL. Input: the drivers that are installed. Output: devices with their facts,
 * and error codes by name. It must never know kernels or arrays.
 */
@NullMarked
package dev.slipstream.opencl.driver;

import org.jspecify.annotations.NullMarked;
