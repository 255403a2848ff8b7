/**
 * The cost of the agent to a program: its start, loading classes, a first loop. Starts programs in
 * JVMs of their own, with and without the agent. Flows in: the agent's jar. Flows out: tables of
 * ratios within one run.
 */
@NullMarked
package dev.slipstream.benchmarks.attached;

import org.jspecify.annotations.NullMarked;
