/**
 * Connects rewritten code, through its call sites and guards, with the runtime. Flows in: loops
 * that were found, executions of them, uses of arrays. Flows out: the same to the runtime, in its
 * types. It must not know how classes are rewritten.
 */
@NullMarked
package dev.slipstream.agent.connection;

import org.jspecify.annotations.NullMarked;
