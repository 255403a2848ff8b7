package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.kernel.GeneratedKernel;

/**
 * A kernel that TornadoVM can be given.
 *
 * @param generated how it takes its arguments
 * @param task an object that stands for it
 */
record TaskKernel(GeneratedKernel generated, Object task) {}
