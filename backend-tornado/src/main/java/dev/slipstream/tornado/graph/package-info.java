/**
 * The device SPI by calls of TornadoVM: memory of a device, kernels that run on it, and copies.
 * Flows in: kernels, copies and launches. Flows out: runs of TornadoVM's graphs. It must not know
 * why something is copied, nor how a kernel's code is made.
 */
@NullMarked
package dev.slipstream.tornado.graph;

import org.jspecify.annotations.NullMarked;
