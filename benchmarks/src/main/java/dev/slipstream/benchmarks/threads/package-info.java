/**
 * Measures how many loops many threads run that share no array. In: the agent's jar. Out: a table
 * of rates and of processor time, with the agent and without, all of one run.
 */
@NullMarked
package dev.slipstream.benchmarks.threads;

import org.jspecify.annotations.NullMarked;
