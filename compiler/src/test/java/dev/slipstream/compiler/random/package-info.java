/**
 * Random programs with marked loops, and whether they compute the same in every way of running
 * them. Flows in: a seed. Flows out: differences, made small. It must never know how loops are
 * compiled, but for the ways to break what the compiler made.
 */
@NullMarked
package dev.slipstream.compiler.random;

import org.jspecify.annotations.NullMarked;
