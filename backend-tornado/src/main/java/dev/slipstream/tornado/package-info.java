/**
 * The TornadoVM device. Flows in: kernels and launches of the runtime. Flows out: changed arrays,
 * or the reason why TornadoVM did not run something. It must not know the program that a kernel
 * came from.
 */
@NullMarked
package dev.slipstream.tornado;

import org.jspecify.annotations.NullMarked;
