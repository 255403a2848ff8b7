/**
 * The task graph: one task for each loop, host task and fence, with horizons and epochs. In: the
 * program's work in order, with its accesses. Out: the same stream of tasks on every node. The
 * package does not know nodes, devices or threads.
 */
@NullMarked
package dev.slipstream.runtime.graph.task;

import org.jspecify.annotations.NullMarked;
