/** Tests of what decides when guards are needed. */
@NullMarked
package dev.slipstream.agent.guard;

import org.jspecify.annotations.NullMarked;
