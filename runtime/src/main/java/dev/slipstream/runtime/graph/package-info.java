/**
 * What the task graph and the command graph share: vertices, dependencies, names of buffers and
 * nodes, recording and DOT. Flows in: vertices and edges. Flows out: what is live, what is in
 * front, and pictures. It must never know what a vertex does.
 */
@NullMarked
package dev.slipstream.runtime.graph;

import org.jspecify.annotations.NullMarked;
