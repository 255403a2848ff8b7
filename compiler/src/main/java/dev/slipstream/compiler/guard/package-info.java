/**
 * Inserts guards into the host code of applications. Flows in: a class file. Flows out: the same
 * class with calls of a dispatcher where elements of primitive arrays are used or passed to foreign
 * code. It must never know what the dispatcher does, nor change the class's results.
 */
@NullMarked
package dev.slipstream.compiler.guard;

import org.jspecify.annotations.NullMarked;
