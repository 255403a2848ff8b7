/**
 * Launches that the program waits for. Flows in: prepared kernels and launches. Flows out: changed
 * arrays, and what that took. It must never know which kind of device runs them.
 */
@NullMarked
package dev.slipstream.runtime.eager;

import org.jspecify.annotations.NullMarked;
