package dev.slipstream.agent.ranks;

/** Ends ranks. What has ended already is left alone. */
interface RankControl {
  /** Asks a rank to end, as SIGTERM does. */
  void terminate(int rank);

  /** Ends a rank at once, as SIGKILL does. */
  void kill(int rank);
}
