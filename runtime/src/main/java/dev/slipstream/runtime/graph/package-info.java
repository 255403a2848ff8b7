/**
 * What all graphs share: vertices, dependencies, identifiers of buffers and nodes, recording and
 * DOT. In: vertices and edges. Out: live vertices, the execution front, and graph files. The
 * package does not know what a vertex does.
 */
@NullMarked
package dev.slipstream.runtime.graph;

import org.jspecify.annotations.NullMarked;
