/**
 * Decides where the guards of a method go. Flows in: a method's instructions and the scan's results
 * about its calls. Flows out: a plan that names instructions, loops and arrays. The instructions
 * remain unchanged: it must never know how a guard is written, nor what the dispatcher is.
 */
@NullMarked
package dev.slipstream.compiler.guard.placement;

import org.jspecify.annotations.NullMarked;
