package dev.slipstream.agent.coherence;

/**
 * The devices of a machine.
 *
 * @param count how many of one kind there are, which share loops
 * @param hostShare what the host's cores compute of such loops, as users say it
 * @param choosy how many there are of another kind besides, which come before them, refuse every
 *     second loop, share the others, and copy nothing from one to the other
 */
record DeviceSetup(int count, String hostShare, int choosy) {
  static final DeviceSetup ONE = sharing(1);

  static DeviceSetup sharing(int count) {
    return new DeviceSetup(count, "0", 0);
  }

  DeviceSetup withHostShare(String share) {
    return new DeviceSetup(count, share, choosy);
  }

  DeviceSetup withChoosy(int others) {
    return new DeviceSetup(count, hostShare, others);
  }
}
