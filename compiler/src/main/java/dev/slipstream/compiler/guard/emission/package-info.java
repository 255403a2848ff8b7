/**
 * Writes guarded code. Flows in: a class file and the plans of its methods. Flows out: the class
 * file with calls of the dispatcher. It must never know why a guard stands where it does.
 */
@NullMarked
package dev.slipstream.compiler.guard.emission;

import org.jspecify.annotations.NullMarked;
