/**
 * The command line of the agent's jar. Flows in: arguments. Flows out: help texts, findings about
 * the machine and each backend, and an agent attached to a running JVM. It must never know how a
 * loop is compiled or run.
 */
@NullMarked
package dev.slipstream.agent.command;

import org.jspecify.annotations.NullMarked;
