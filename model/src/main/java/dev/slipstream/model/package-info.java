/**
 * What compiler, runtime, devices and nodes say to each other. Flows in and out: values. It never
 * knows who asks.
 */
@NullMarked
package dev.slipstream.model;

import org.jspecify.annotations.NullMarked;
