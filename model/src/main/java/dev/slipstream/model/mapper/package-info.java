/**
 * The elements of arrays that the chunks of an execution access, and the ways to divide its
 * iterations. Flows in: results of the analysis of one execution. Flows out: regions of elements
 * for chunks of iterations. It never knows nodes or devices.
 */
@NullMarked
package dev.slipstream.model.mapper;

import org.jspecify.annotations.NullMarked;
