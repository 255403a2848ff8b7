/**
 * Classes with guards that are kept on disk: a class file goes in, and what an earlier start of the
 * same program has made of it comes out. Knows nothing of how guards are placed.
 */
@NullMarked
package dev.slipstream.agent.kept;

import org.jspecify.annotations.NullMarked;
