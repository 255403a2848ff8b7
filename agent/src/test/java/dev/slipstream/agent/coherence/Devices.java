package dev.slipstream.agent.coherence;

/**
 * The devices of a machine.
 *
 * @param count how many of one kind there are, which share loops
 * @param hostShare what the host's cores compute of such loops, as users say it
 * @param choosy how many there are of another kind besides, which come before them, refuse every
 *     second loop, share the others, and copy nothing from one to the other
 */
record Devices(int count, String hostShare, int choosy) {
  static final Devices ONE = sharing(1);

  static Devices sharing(int count) {
    return new Devices(count, "0", 0);
  }

  Devices withHostShare(String share) {
    return new Devices(count, share, choosy);
  }

  Devices withChoosy(int others) {
    return new Devices(count, hostShare, others);
  }
}
