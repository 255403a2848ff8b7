/**
 * Build results of drivers, kept on disk between runs. Input: bytes and the inputs from which they
 * were built. Output: the same bytes, or nothing; never a failure. It must never know OpenCL.
 */
@NullMarked
package dev.slipstream.opencl.cache;

import org.jspecify.annotations.NullMarked;
