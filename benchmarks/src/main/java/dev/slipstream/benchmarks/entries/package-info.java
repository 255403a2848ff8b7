/**
 * What it costs a program to enter its loops: programs with small loops in JVMs of their own, with
 * and without the agent. In: the agent's jar. Out: tables of ratios within one run.
 */
@NullMarked
package dev.slipstream.benchmarks.entries;

import org.jspecify.annotations.NullMarked;
