/**
 * Where the guards of a method go. Flows in: a method's instructions and what the scan says of its
 * calls. Flows out: a plan that names instructions, loops and arrays. The instructions stay as they
 * are: it must never know how a guard is written, nor what the dispatcher is.
 */
@NullMarked
package dev.slipstream.compiler.guard.placement;

import org.jspecify.annotations.NullMarked;
