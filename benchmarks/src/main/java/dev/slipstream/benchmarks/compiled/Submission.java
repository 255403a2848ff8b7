package dev.slipstream.benchmarks.compiled;

/**
 * The values that a call site passes for one execution.
 *
 * @param start the loop variable's value at the loop's entry
 * @param captures the values that the loop uses
 */
public record Submission(int start, Object[] captures) {}
