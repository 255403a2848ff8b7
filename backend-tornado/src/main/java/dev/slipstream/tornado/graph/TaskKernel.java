package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.kernel.GeneratedKernel;

/**
 * A kernel in the form that TornadoVM takes.
 *
 * @param generated the generated classes and the layout of the arguments
 * @param task the object by which TornadoVM finds the kernel's method
 */
record TaskKernel(GeneratedKernel generated, Object task) {}
