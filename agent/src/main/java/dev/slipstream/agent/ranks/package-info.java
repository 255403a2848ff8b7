/**
 * The launcher: starts the processes of a run of several ranks, on this machine and over ssh. Flows
 * in: a java command line and how many ranks run it where. Flows out: processes with the variables
 * that {@code runtime.membership} reads, their output, and one exit status. It must not know what
 * the ranks do together.
 */
@NullMarked
package dev.slipstream.agent.ranks;

import org.jspecify.annotations.NullMarked;
