/**
 * Finding and loading OpenCL. Flows in: what the system has installed. Flows out: devices with
 * their facts, and error codes by name. It must never know kernels or arrays.
 */
@NullMarked
package dev.slipstream.opencl.driver;

import org.jspecify.annotations.NullMarked;
