/**
 * Writes guarded code. Flows in: a class file and the plans of its methods. Flows out: the class
 * file with calls of the dispatcher. It must never know the reason for a guard.
 */
@NullMarked
package dev.slipstream.compiler.guard.emission;

import org.jspecify.annotations.NullMarked;
