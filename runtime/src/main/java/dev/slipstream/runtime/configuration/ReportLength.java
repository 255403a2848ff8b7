package dev.slipstream.runtime.configuration;

/** How long the report at exit is. */
public enum ReportLength {
  /** None. */
  OFF,
  /** One table. */
  SUMMARY,
  /** The table, and for each loop all that is known. */
  FULL
}
