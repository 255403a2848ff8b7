/** The values that compiler, runtime, devices and nodes exchange. It never knows who uses them. */
@NullMarked
package dev.slipstream.model;

import org.jspecify.annotations.NullMarked;
