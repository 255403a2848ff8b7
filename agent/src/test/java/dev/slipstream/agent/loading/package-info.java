/** Tests of what the program's loaders and modules let be done. */
@NullMarked
package dev.slipstream.agent.loading;

import org.jspecify.annotations.NullMarked;
