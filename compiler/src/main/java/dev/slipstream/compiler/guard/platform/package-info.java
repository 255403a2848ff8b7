/**
 * The table of JDK methods: how they use the arrays that a program passes to them, and which of
 * them make code that has no guards. Flows in: names of classes and methods. Flows out: their known
 * behaviour. It must never know a class file, nor the position of a guard.
 */
@NullMarked
package dev.slipstream.compiler.guard.platform;

import org.jspecify.annotations.NullMarked;
