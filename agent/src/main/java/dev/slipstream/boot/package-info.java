/**
 * The few classes on the bootstrap class path, which rewritten programs call. Flows in: a loop's
 * start value and captures, from the call sites, and arrays that the program uses, from guards.
 * Flows out: the same, to the installed {@link dev.slipstream.boot.Dispatcher} and {@link
 * dev.slipstream.boot.ArrayGuard}. It must not know any class outside {@code java.base}.
 */
@NullMarked
package dev.slipstream.boot;

import org.jspecify.annotations.NullMarked;
