/**
 * Loops taken out as closed kernel classes. Flows in: a method and a natural loop. Flows out: the
 * kernel's class file and what its call site must pass. It must never know devices.
 */
@NullMarked
package dev.slipstream.compiler.outline;

import org.jspecify.annotations.NullMarked;
