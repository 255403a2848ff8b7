/**
 * The command line of the agent's jar. Flows in: arguments. Flows out: the options in words, what
 * the machine and each backend say of themselves, an agent attached to a running JVM. It must never
 * know how a loop is compiled or run.
 */
@NullMarked
package dev.slipstream.agent.command;

import org.jspecify.annotations.NullMarked;
