package dev.slipstream.demo.runner;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The results that a program prints at its end.
 *
 * @param checksum the CRC32 of its results
 * @param maxUlp the largest error of inexact functions; empty if it uses none
 * @param millis the milliseconds of the computing part
 * @param loopMillis the part of it spent in annotated loops
 * @param processMillis the milliseconds of the whole process, from its start to its end
 */
record ProgramOutput(
    String checksum,
    OptionalDouble maxUlp,
    double millis,
    double loopMillis,
    double processMillis) {

  /**
   * Finds the values among a program's output lines.
   *
   * @param processMillis the time that the whole process took
   * @throws RunnerException if a value is missing or is not a number
   */
  static ProgramOutput parse(List<String> lines, double processMillis) throws RunnerException {
    Map<String, String> values = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space > 0) {
        values.put(line.substring(0, space), line.substring(space + 1).trim());
      }
    }
    if (!values.getOrDefault("checksum", "").matches("[0-9a-f]{8}")) {
      throw new RunnerException("it printed no checksum");
    }
    return new ProgramOutput(
        values.getOrDefault("checksum", ""),
        values.containsKey("maxUlp")
            ? OptionalDouble.of(number(values, "maxUlp"))
            : OptionalDouble.empty(),
        number(values, "millis"),
        number(values, "loopMillis"),
        processMillis);
  }

  private static double number(Map<String, String> values, String key) throws RunnerException {
    try {
      return Double.parseDouble(values.getOrDefault(key, "none"));
    } catch (NumberFormatException e) {
      throw new RunnerException("it printed no number for " + key, e);
    }
  }
}
