/**
 * Finds the marked loops of a class, and their hints. Flows in: class files, annotations and the
 * user's selection. Flows out: natural loops with their names, or the reasons why marks are
 * refused. It never judges whether a loop can be taken.
 */
@NullMarked
package dev.slipstream.compiler.discovery;

import org.jspecify.annotations.NullMarked;
