/**
 * Loops that run later. Flows in: launches that are proven free of exceptions. Flows out: tasks
 * over buffers, or the answer that a launch cannot wait. It must never know why a loop is to run on
 * a device.
 */
@NullMarked
package dev.slipstream.runtime.deferral;

import org.jspecify.annotations.NullMarked;
