/**
 * One program on several nodes. In: the stream of tasks of a node that runs the program. Out: the
 * same stream on every other node, in its wire form, and the work of these nodes; or, if every node
 * runs the program, the first difference between their streams. The package does not know how
 * messages travel, nor a class of the program.
 */
@NullMarked
package dev.slipstream.runtime.cluster;

import org.jspecify.annotations.NullMarked;
