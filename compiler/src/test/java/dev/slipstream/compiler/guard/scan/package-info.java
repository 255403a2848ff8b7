/** Tests of the facts about single classes. */
@NullMarked
package dev.slipstream.compiler.guard.scan;

import org.jspecify.annotations.NullMarked;
