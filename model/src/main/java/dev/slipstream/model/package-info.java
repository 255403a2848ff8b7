/**
 * The values that compiler, runtime, devices and nodes exchange. Flows in and out: these values. It
 * never knows who uses them.
 */
@NullMarked
package dev.slipstream.model;

import org.jspecify.annotations.NullMarked;
