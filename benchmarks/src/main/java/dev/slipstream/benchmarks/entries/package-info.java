/**
 * The cost of entering loops: programs with small loops in JVMs of their own, with and without the
 * agent. Flows in: the agent's jar. Flows out: tables of ratios within one run.
 */
@NullMarked
package dev.slipstream.benchmarks.entries;

import org.jspecify.annotations.NullMarked;
