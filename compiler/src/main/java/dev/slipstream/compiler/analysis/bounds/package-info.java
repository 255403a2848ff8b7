/**
 * Proofs about one execution of a loop: trip counts, index ranges, divisors. Input: symbolic values
 * and, at run time, captured numbers. Output: a launch plan. It must never know bytecode.
 */
@NullMarked
package dev.slipstream.compiler.analysis.bounds;

import org.jspecify.annotations.NullMarked;
