/**
 * Which devices a program runs on. Flows in: the backends that are there and the user's choice.
 * Flows out: opened devices. It never knows loops.
 */
@NullMarked
package dev.slipstream.runtime.device.selection;

import org.jspecify.annotations.NullMarked;
