/**
 * Sets of array elements and maps over them. Flows in: boxes, regions and values. Flows out: the
 * algebra of regions, and the value of each element. It must never know the meaning of a value.
 */
@NullMarked
package dev.slipstream.model.region;

import org.jspecify.annotations.NullMarked;
