/**
 * Generates kernels for TornadoVM from those of loops. Flows in: kernel classes. Flows out: classes
 * with a method in the style of TornadoVM's {@code KernelContext}, and the layout of its arguments.
 * It must not know arrays, launches or TornadoVM's classes.
 */
@NullMarked
package dev.slipstream.tornado.kernel;

import org.jspecify.annotations.NullMarked;
