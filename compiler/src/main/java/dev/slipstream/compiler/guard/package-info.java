/**
 * Guards in the host code of applications. Flows in: a class file. Flows out: the same class with
 * calls of a dispatcher where elements of primitive arrays are used or handed to foreign code. It
 * must never know what the dispatcher does, nor change what the class computes.
 */
@NullMarked
package dev.slipstream.compiler.guard;

import org.jspecify.annotations.NullMarked;
