/**
 * The SPI of devices: memory, queues, and prepared kernels, and the backends that open devices.
 * Flows in: kernels, requests for memory, copies and launches. Flows out: their ends, or a {@link
 * dev.slipstream.runtime.device.DeviceException}. It must not know instructions, nor the program
 * that a kernel comes from.
 */
@NullMarked
package dev.slipstream.runtime.device;

import org.jspecify.annotations.NullMarked;
