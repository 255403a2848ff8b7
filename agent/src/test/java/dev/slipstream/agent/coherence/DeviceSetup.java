package dev.slipstream.agent.coherence;

/**
 * The devices of a machine.
 *
 * @param count how many of one kind there are, which share loops
 * @param hostShare what the host's cores compute of such loops, as users say it
 * @param choosy how many there are of another kind besides, which come before them, refuse every
 *     second loop, share the others, and copy nothing from one to the other
 * @param nodes how many nodes share loops; if several, each has its cores and no other device
 */
record DeviceSetup(int count, String hostShare, int choosy, int nodes) {
  static final DeviceSetup ONE = sharing(1);

  static DeviceSetup sharing(int count) {
    return new DeviceSetup(count, "0", 0, 1);
  }

  /** Nodes in this process, each with a core. */
  static DeviceSetup ofNodes(int nodes) {
    return new DeviceSetup(0, "0", 0, nodes);
  }

  DeviceSetup withHostShare(String share) {
    return new DeviceSetup(count, share, choosy, nodes);
  }

  DeviceSetup withChoosy(int others) {
    return new DeviceSetup(count, hostShare, others, nodes);
  }
}
