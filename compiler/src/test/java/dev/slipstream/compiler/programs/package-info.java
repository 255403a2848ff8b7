/**
 * Whole programs as users write them. Input: the sources and the lists among the test's resources.
 * Output: whether each is taken, which the lists record. It must never know how loops are compiled.
 */
@NullMarked
package dev.slipstream.compiler.programs;

import org.jspecify.annotations.NullMarked;
