/**
 * Installing the agent in a JVM. Flows in: options and the {@code Instrumentation}. Flows out:
 * rewritten classes to the JVM, loops to the runtime. It must never know devices or bytecode.
 */
@NullMarked
package dev.slipstream.agent.installation;

import org.jspecify.annotations.NullMarked;
