/**
 * Loops that call code of the objects of an execution: for example functions that are parameters.
 * Flows in: a loop without those calls and, when it is reached, the objects. Flows out: the loop's
 * kernels, one for each combination of classes, and the values with which they are launched. It
 * must never know devices.
 */
@NullMarked
package dev.slipstream.compiler.specialisation;

import org.jspecify.annotations.NullMarked;
