/**
 * The agent's entry points: the only classes of the agent on the program's class path. Flows in:
 * what the JVM passes to {@code premain}, {@code agentmain} and {@code main}. Flows out: the same,
 * to the isolated classes. It must refer to classes of {@code inst/} by name only.
 */
@NullMarked
package dev.slipstream.agent;

import org.jspecify.annotations.NullMarked;
