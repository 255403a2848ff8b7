/**
 * The calls of TornadoVM that the runtime asks for: memory of a device, kernels that run on it, and
 * copies. Flows in: kernels, copies and launches. Flows out: runs of TornadoVM's graphs. It must
 * never know why something is copied, nor how a kernel's code comes to be.
 */
@NullMarked
package dev.slipstream.tornado.graph;

import org.jspecify.annotations.NullMarked;
