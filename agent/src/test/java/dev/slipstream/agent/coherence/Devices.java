package dev.slipstream.agent.coherence;

/**
 * The devices of a machine.
 *
 * @param count how many of one kind there are, which share loops
 * @param hostShare what the host's cores compute of such loops, as users say it
 * @param choosy whether there is also one of another kind, which comes before them and refuses
 *     every second loop
 */
record Devices(int count, String hostShare, boolean choosy) {
  static final Devices ONE = sharing(1);

  static Devices sharing(int count) {
    return new Devices(count, "0", false);
  }

  Devices withHostShare(String share) {
    return new Devices(count, share, choosy);
  }

  Devices withChoosyOne() {
    return new Devices(count, hostShare, true);
  }
}
