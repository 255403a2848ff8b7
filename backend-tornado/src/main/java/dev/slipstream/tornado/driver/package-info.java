/**
 * Copies between the program's arrays and a device's memory, through the device's own driver. Flows
 * in: addresses in the device's memory, arrays, or memory outside the heap. Flows out: the bytes.
 * It must not know TornadoVM.
 */
@NullMarked
package dev.slipstream.tornado.driver;

import org.jspecify.annotations.NullMarked;
