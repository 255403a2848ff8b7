/** Tests of classes with guards that are kept on disk. */
@NullMarked
package dev.slipstream.agent.kept;

import org.jspecify.annotations.NullMarked;
