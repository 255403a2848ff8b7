/** Tests of what is rewritten, and what is left unchanged. */
@NullMarked
package dev.slipstream.agent.rewriting;

import org.jspecify.annotations.NullMarked;
