/**
 * The options and the log. Flows in: system properties, environment, agent argument, a file. Flows
 * out: one immutable {@link dev.slipstream.runtime.configuration.Settings}, the problems found,
 * lines for the user, and files that the user has named. It must not know what the options do.
 */
@NullMarked
package dev.slipstream.runtime.configuration;

import org.jspecify.annotations.NullMarked;
