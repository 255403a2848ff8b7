package dev.slipstream.benchmarks.compiled;

/**
 * What a call site passes once.
 *
 * @param start the loop variable's value at the loop's entry
 * @param captures the values that the loop uses
 */
public record Submission(int start, Object[] captures) {}
