package dev.slipstream.runtime.configuration;

/** How much is logged, from nothing to everything. */
public enum LogLevel {
  /** Nothing. */
  OFF,
  /** What makes results or options invalid. */
  ERROR,
  /** What the user should know: an option that is ignored, a device that does not work. */
  WARN,
  /** What was found and decided. */
  INFO,
  /** Reasons, with the causes of failures. */
  DEBUG,
  /** Each step. */
  TRACE
}
