/**
 * The code that must run first. Flows in: the options and the JVM's {@code Instrumentation}. Flows
 * out: boot classes that programs can call, and the agent's parts, put together. It must not know
 * what a loop or an array is.
 */
@NullMarked
package dev.slipstream.agent.premain;

import org.jspecify.annotations.NullMarked;
