/**
 * Arrays that stay on the device between kernels. Flows in: copies and launches. Flows out: runs of
 * TornadoVM's graphs. It must never know why something is copied.
 */
@NullMarked
package dev.slipstream.tornado.graph;

import org.jspecify.annotations.NullMarked;
