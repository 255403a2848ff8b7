/**
 * How much memory of devices is used, and host memory outside the heap. Flows in: how much memory
 * there is, and how much is needed. Flows out: budgets of devices, and host memory. It must not
 * know what is kept in it.
 */
@NullMarked
package dev.slipstream.runtime.memory;

import org.jspecify.annotations.NullMarked;
