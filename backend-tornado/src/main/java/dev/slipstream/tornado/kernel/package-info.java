/**
 * From a loop's kernel to one that TornadoVM compiles. Flows in: kernel classes. Flows out: classes
 * with a method in the style of TornadoVM's {@code KernelContext}, and what its arguments are. It
 * must never know arrays, launches or TornadoVM's classes.
 */
@NullMarked
package dev.slipstream.tornado.kernel;

import org.jspecify.annotations.NullMarked;
