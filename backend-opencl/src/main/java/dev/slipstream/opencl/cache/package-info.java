/**
 * Build results of drivers, kept on disk between runs. Flows in: bytes and the inputs from which
 * they were built. Flows out: the same bytes, or nothing; never a failure. It must never know
 * OpenCL.
 */
@NullMarked
package dev.slipstream.opencl.cache;

import org.jspecify.annotations.NullMarked;
