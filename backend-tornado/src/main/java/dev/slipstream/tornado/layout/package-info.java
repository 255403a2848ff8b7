/**
 * How arrays lie in memory outside the heap, the rows of arrays of arrays one after the other.
 * Flows in: arrays. Flows out: elements and the places of rows. It must never know what runs on
 * them.
 */
@NullMarked
package dev.slipstream.tornado.layout;

import org.jspecify.annotations.NullMarked;
