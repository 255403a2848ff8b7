/**
 * JMH suites. Flows in: the arguments of JMH, from the command line. Flows out: times, and how they
 * compare with plain Java. It must never know how the parts that it measures work inside.
 */
@NullMarked
package dev.slipstream.benchmarks;

import org.jspecify.annotations.NullMarked;
