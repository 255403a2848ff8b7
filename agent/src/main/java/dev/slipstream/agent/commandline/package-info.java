/**
 * What {@code java -jar} on the agent's jar does. Flows in: arguments. Flows out: text and an exit
 * status. It must never know the {@code Instrumentation}.
 */
@NullMarked
package dev.slipstream.agent.commandline;

import org.jspecify.annotations.NullMarked;
