package dev.slipstream.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The result of a program, in a form that other programs can read and compare.
 *
 * @param checksum the CRC32 of the raw bits of the results, 8 hexadecimal digits
 * @param maxUlp the largest error of an inexact function, in units in the last place; empty where
 *     the program uses exact arithmetic only
 * @param nanos the nanoseconds of the computing part, without reading, writing and checking
 * @param loopNanos the nanoseconds of it spent in parallel loops
 */
record Outcome(String checksum, OptionalDouble maxUlp, long nanos, long loopNanos) {

  void print(PrintStream out) {
    out.println("checksum " + checksum);
    maxUlp.ifPresent(ulp -> out.println(String.format(Locale.ROOT, "maxUlp %.4f", ulp)));
    out.println(String.format(Locale.ROOT, "millis %.3f", nanos / 1e6));
    out.println(String.format(Locale.ROOT, "loopMillis %.3f", loopNanos / 1e6));
  }
}
