/**
 * Copies of arrays between the heap and devices: memory layouts, and staging in both directions.
 * In: arrays, and buffers and queues of devices. Out: copies in these queues. The package does not
 * know why something is copied.
 */
@NullMarked
package dev.slipstream.runtime.transfer;

import org.jspecify.annotations.NullMarked;
