/**
 * Tests of the guards. Flows in: programs and class files. Flows out: whether each access to an
 * array is guarded, and whether the programs' behaviour is unchanged.
 */
@NullMarked
package dev.slipstream.compiler.guard;

import org.jspecify.annotations.NullMarked;
