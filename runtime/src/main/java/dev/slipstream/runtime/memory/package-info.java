/**
 * How much memory of devices is used, and host memory outside the heap. In: how much memory there
 * is, and how much is needed. Out: budgets of devices, and host memory. The package does not know
 * what is kept in it.
 */
@NullMarked
package dev.slipstream.runtime.memory;

import org.jspecify.annotations.NullMarked;
