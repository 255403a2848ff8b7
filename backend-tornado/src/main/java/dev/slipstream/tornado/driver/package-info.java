/**
 * Copies between the program's arrays and a device's memory, asked of the device's driver itself.
 * Flows in: addresses in the device's memory, arrays, or memory outside the heap. Flows out: the
 * bytes. Knows nothing of TornadoVM.
 */
@NullMarked
package dev.slipstream.tornado.driver;

import org.jspecify.annotations.NullMarked;
