package dev.slipstream.agent.coherence;

/**
 * The devices of a machine.
 *
 * @param count the number of devices of one kind, which share loops
 * @param hostShare the share of such loops for the host's cores, as the user's option
 * @param choosy the number of devices of a second kind, which come before the others, refuse every
 *     second loop, share the remaining ones, and do not copy between each other
 * @param nodes the number of nodes that share loops; if several, each has only its cores
 */
record DeviceSetup(int count, String hostShare, int choosy, int nodes) {
  static final DeviceSetup ONE = sharing(1);

  static DeviceSetup sharing(int count) {
    return new DeviceSetup(count, "0", 0, 1);
  }

  /** Returns nodes in this process, each with a core. */
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
