/**
 * Which loops of a class are marked, and what their hints say. Flows in: class files, annotations
 * and the user's selection. Flows out: natural loops with their names, or why a mark is refused. It
 * never judges whether a loop can be taken.
 */
@NullMarked
package dev.slipstream.compiler.discovery;

import org.jspecify.annotations.NullMarked;
