/**
 * One program on several nodes. Flows in: the stream of tasks where the program runs. Flows out:
 * the same stream on every other node, in its wire form, and what these nodes do with it; or, where
 * every node runs the program, the first difference between their streams. It must never know how
 * messages travel, nor a class of the program.
 */
@NullMarked
package dev.slipstream.runtime.cluster;

import org.jspecify.annotations.NullMarked;
