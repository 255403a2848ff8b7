/**
 * Which loops of a class the user has marked. Flows in: class files and the user's selection. Flows
 * out: natural loops with their names. It must never judge whether a loop can be taken.
 */
@NullMarked
package dev.slipstream.compiler.discovery;

import org.jspecify.annotations.NullMarked;
