/**
 * The options and the log. In: system properties, environment, agent argument, a file. Out: one
 * immutable {@link dev.slipstream.runtime.configuration.Settings}, the problems found, lines for
 * the user, and files that the user has named. The package does not know what the options do.
 */
@NullMarked
package dev.slipstream.runtime.configuration;

import org.jspecify.annotations.NullMarked;
