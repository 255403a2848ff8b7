/**
 * What all graphs share: vertices, dependencies, identifiers of buffers and nodes, recording and
 * DOT. Flows in: vertices and edges. Flows out: live vertices, the execution front, and graph
 * files. It must not know what a vertex does.
 */
@NullMarked
package dev.slipstream.runtime.graph;

import org.jspecify.annotations.NullMarked;
