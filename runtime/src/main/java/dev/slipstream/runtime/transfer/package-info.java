/**
 * Copies of arrays between the heap and devices: memory layouts, and staging in both directions.
 * Flows in: arrays, and buffers and queues of devices. Flows out: copies in these queues. It must
 * not know why something is copied.
 */
@NullMarked
package dev.slipstream.runtime.transfer;

import org.jspecify.annotations.NullMarked;
