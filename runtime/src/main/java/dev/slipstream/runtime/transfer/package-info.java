/**
 * The ways of arrays between the heap and devices: how they lie in memory, and how they are staged
 * there and back. Flows in: arrays, and buffers and queues of devices. Flows out: copies in these
 * queues. It must never know why something is copied.
 */
@NullMarked
package dev.slipstream.runtime.transfer;

import org.jspecify.annotations.NullMarked;
