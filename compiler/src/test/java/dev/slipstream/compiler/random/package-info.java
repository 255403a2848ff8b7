/**
 * Random programs with marked loops, and whether they compute the same in every way of running
 * them. Input: a seed. Output: differences, reduced to small ones. It must never know how loops are
 * compiled, except for the ways to break the compiler's output.
 */
@NullMarked
package dev.slipstream.compiler.random;

import org.jspecify.annotations.NullMarked;
