/**
 * All cores of this machine as one device. In: kernels and launches. Out: arrays changed in place,
 * and the time that took. The package does not know loops, sites or other devices.
 */
@NullMarked
package dev.slipstream.runtime.device.cpu;

import org.jspecify.annotations.NullMarked;
