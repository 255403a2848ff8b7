/**
 * One program on several nodes. Flows in: the stream of tasks of a node that runs the program.
 * Flows out: the same stream on every other node, in its wire form, and the work of these nodes;
 * or, if every node runs the program, the first difference between their streams. It must not know
 * how messages travel, nor a class of the program.
 */
@NullMarked
package dev.slipstream.runtime.cluster;

import org.jspecify.annotations.NullMarked;
