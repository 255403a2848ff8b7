/**
 * JMH suites. Flows in: the arguments of JMH, from the command line. Flows out: times, and how they
 * compare with plain Java. It must not know how the measured parts work inside.
 */
@NullMarked
package dev.slipstream.benchmarks;

import org.jspecify.annotations.NullMarked;
