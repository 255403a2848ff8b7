/**
 * Random programs with marked loops, and whether they compute the same in every way of running
 * them. Flows in: a seed. Flows out: differences, reduced to small ones. It must never know how
 * loops are compiled, except for the ways to break the compiler's output.
 */
@NullMarked
package dev.slipstream.compiler.random;

import org.jspecify.annotations.NullMarked;
