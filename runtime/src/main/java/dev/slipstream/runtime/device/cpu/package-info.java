/**
 * All cores of this machine as one device. Flows in: kernels and launches. Flows out: arrays
 * changed in place, and the time that took. It must not know loops, sites or other devices.
 */
@NullMarked
package dev.slipstream.runtime.device.cpu;

import org.jspecify.annotations.NullMarked;
