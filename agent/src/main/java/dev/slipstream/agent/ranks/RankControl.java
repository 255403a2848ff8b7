package dev.slipstream.agent.ranks;

/** Ends ranks. Calls for ranks that have ended do nothing. */
interface RankControl {
  /** Asks a rank to end, as SIGTERM does. */
  void terminate(int rank);

  /** Ends a rank immediately, as SIGKILL does. */
  void kill(int rank);
}
