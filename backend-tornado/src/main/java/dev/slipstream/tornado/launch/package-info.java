/**
 * Launches of TornadoVM's kernels on arrays of the heap. Flows in: generated kernels and launches.
 * Flows out: changed arrays. It must never know how kernels are made.
 */
@NullMarked
package dev.slipstream.tornado.launch;

import org.jspecify.annotations.NullMarked;
