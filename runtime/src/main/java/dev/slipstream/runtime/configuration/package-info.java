/**
 * The options. Flows in: system properties, environment, agent argument, a file. Flows out: one
 * immutable {@link dev.slipstream.runtime.configuration.Settings} and the problems found. It must
 * never know what the options do.
 */
@NullMarked
package dev.slipstream.runtime.configuration;

import org.jspecify.annotations.NullMarked;
