/** Tests of the command line. */
@NullMarked
package dev.slipstream.agent.command;

import org.jspecify.annotations.NullMarked;
