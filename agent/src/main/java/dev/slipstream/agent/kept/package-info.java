/**
 * Classes with guards that are kept on disk. Flows in: a class file. Flows out: the guarded class
 * that an earlier start of the same program has made of it. It must not know how guards are placed.
 */
@NullMarked
package dev.slipstream.agent.kept;

import org.jspecify.annotations.NullMarked;
