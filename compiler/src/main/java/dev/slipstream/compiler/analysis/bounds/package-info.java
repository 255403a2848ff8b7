/**
 * Proofs about one execution of a loop: trip counts, index ranges, divisors. Flows in: symbolic
 * values and, at run time, captured numbers. Flows out: a launch plan. It must never know bytecode.
 */
@NullMarked
package dev.slipstream.compiler.analysis.bounds;

import org.jspecify.annotations.NullMarked;
