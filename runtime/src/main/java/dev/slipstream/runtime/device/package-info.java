/**
 * Devices and the SPI through which backends bring them. Flows in: kernels and launches. Flows out:
 * changed arrays, measured times, or a {@link dev.slipstream.runtime.device.DeviceException}. It
 * must never know the program that a kernel came from.
 */
@NullMarked
package dev.slipstream.runtime.device;

import org.jspecify.annotations.NullMarked;
