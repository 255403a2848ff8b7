/**
 * What it costs a program that the agent is there: its start, loading classes, a first loop.
 * Programs in JVMs of their own, with and without the agent. In: the agent's jar. Out: tables of
 * ratios within one run.
 */
@NullMarked
package dev.slipstream.benchmarks.attached;

import org.jspecify.annotations.NullMarked;
