/**
 * One node: its stream of submitted loops, its devices, and its replaceable components. In:
 * launches that may run later. Out: tasks with their arrays and chunks. The package does not know
 * call sites, nor how their loops were proven.
 */
@NullMarked
package dev.slipstream.runtime.node;

import org.jspecify.annotations.NullMarked;
