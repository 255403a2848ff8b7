/**
 * Loops that call what the objects of an execution bring with them: functions that are parameters,
 * say. Flows in: a loop without those calls and, where it is reached, the objects. Flows out: the
 * loop's kernels, one for each combination of classes, and what they are launched with. It must
 * never know devices.
 */
@NullMarked
package dev.slipstream.compiler.specialisation;

import org.jspecify.annotations.NullMarked;
