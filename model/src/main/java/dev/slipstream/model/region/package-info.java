/**
 * Sets of array elements and maps over them. Flows in: boxes, regions and values. Flows out: the
 * algebra of regions, and which value each element has. It must never know what a value means.
 */
@NullMarked
package dev.slipstream.model.region;

import org.jspecify.annotations.NullMarked;
