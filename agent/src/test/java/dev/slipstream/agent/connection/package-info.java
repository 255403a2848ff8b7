/** Tests of what goes from call sites and guards to the runtime. */
@NullMarked
package dev.slipstream.agent.connection;

import org.jspecify.annotations.NullMarked;
