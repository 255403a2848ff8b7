/**
 * Which elements of arrays the chunks of an execution access, and how its iterations may be
 * divided. Flows in: what analysis found of one execution. Flows out: regions of elements for
 * chunks of iterations. It never knows nodes or devices.
 */
@NullMarked
package dev.slipstream.model.mapper;

import org.jspecify.annotations.NullMarked;
