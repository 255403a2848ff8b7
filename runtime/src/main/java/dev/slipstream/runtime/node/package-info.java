/**
 * One node: its stream of submitted loops, its devices, and its replaceable components. Flows in:
 * launches that may run later. Flows out: tasks with their arrays and chunks. It must not know call
 * sites, nor how their loops were proven.
 */
@NullMarked
package dev.slipstream.runtime.node;

import org.jspecify.annotations.NullMarked;
