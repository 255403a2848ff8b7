package dev.slipstream.runtime.configuration;

/** What happens in a run of several ranks when one of them is lost. */
public enum RankLoss {
  /** The run ends with an error that names the rank. */
  ABORT,
  /** The others recompute what was lost, if that is possible, and continue. */
  RECOVER
}
