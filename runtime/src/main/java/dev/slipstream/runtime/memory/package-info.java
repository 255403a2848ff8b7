/**
 * How much memory of devices is used, and host memory outside of the heap. Flows in: how much
 * memory there is, and what is wanted of it. Flows out: budgets of devices, and host memory. It
 * must never know what is kept in it.
 */
@NullMarked
package dev.slipstream.runtime.memory;

import org.jspecify.annotations.NullMarked;
