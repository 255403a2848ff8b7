/**
 * Whole programs as users write them. Flows in: the sources and the lists among the test's
 * resources. Flows out: whether each is taken, which the lists record. It must never know how loops
 * are compiled.
 */
@NullMarked
package dev.slipstream.compiler.programs;

import org.jspecify.annotations.NullMarked;
