/**
 * What drivers built, kept on disk between runs. Flows in: bytes and what they were made from.
 * Flows out: the same bytes, or nothing; never a failure. It must never know OpenCL.
 */
@NullMarked
package dev.slipstream.opencl.cache;

import org.jspecify.annotations.NullMarked;
