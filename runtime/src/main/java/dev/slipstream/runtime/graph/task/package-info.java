/**
 * The task graph: one task for each loop, host task and fence, with horizons and epochs. Flows in:
 * the program's work in order, with its accesses. Flows out: the same stream of tasks on every
 * node. It must not know nodes, devices or threads.
 */
@NullMarked
package dev.slipstream.runtime.graph.task;

import org.jspecify.annotations.NullMarked;
