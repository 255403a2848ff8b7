/**
 * The control flow graph of a method and the symbolic values that flow in it. Flows in:
 * instructions. Flows out: basic blocks, dominators, natural loops, liveness, and values as
 * expressions over what a loop finds at its start. It never knows what a loop is used for.
 */
@NullMarked
package dev.slipstream.compiler.dataflow;

import org.jspecify.annotations.NullMarked;
