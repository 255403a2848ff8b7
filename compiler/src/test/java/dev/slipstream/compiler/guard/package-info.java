/**
 * Tests of the guards. Input: programs and class files. Output: whether each access to an array is
 * guarded, and whether the programs' behaviour is unchanged.
 */
@NullMarked
package dev.slipstream.compiler.guard;

import org.jspecify.annotations.NullMarked;
