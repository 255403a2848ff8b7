package dev.slipstream.runtime.configuration;

/** What a run of several ranks does when one of them is lost. */
public enum RankLoss {
  /** It ends, with an error that names the rank. */
  ABORT,
  /** The others compute again what was lost, where that can be done, and go on. */
  RECOVER
}
