/** Tests of the launcher. */
@NullMarked
package dev.slipstream.agent.ranks;

import org.jspecify.annotations.NullMarked;
