/**
 * What analysis decides about one execution of a loop. Flows in: the parts' proofs. Flows out:
 * whether and how the execution may run. It never knows devices.
 */
@NullMarked
package dev.slipstream.compiler.analysis;

import org.jspecify.annotations.NullMarked;
