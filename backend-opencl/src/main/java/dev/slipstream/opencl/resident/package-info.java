/**
 * Arrays that stay on the device between kernels. Flows in: instructions. Flows out: commands of
 * the device. It must never know why something is copied.
 */
@NullMarked
package dev.slipstream.opencl.resident;

import org.jspecify.annotations.NullMarked;
