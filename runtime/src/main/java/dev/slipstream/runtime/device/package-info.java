/**
 * What a device is: memory, queues, and kernels that were prepared for it, and the backends that
 * bring devices. Flows in: kernels, wishes for memory, copies and launches. Flows out: the ends of
 * these, or a {@link dev.slipstream.runtime.device.DeviceException}. It must never know
 * instructions, nor the program that a kernel came from.
 */
@NullMarked
package dev.slipstream.runtime.device;

import org.jspecify.annotations.NullMarked;
