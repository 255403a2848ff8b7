/** Tests of what runs first. */
@NullMarked
package dev.slipstream.agent.premain;

import org.jspecify.annotations.NullMarked;
