package dev.slipstream.runtime.communication;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds the transport of a run of several nodes. */
public final class Transports {
  private Transports() {}

  /**
   * Finds the transport.
   *
   * @param loader the loader of the implementations
   * @return the only one
   * @throws TransportException if there is none, or more than one
   */
  public static Transport find(ClassLoader loader) throws TransportException {
    List<Transport> found = new ArrayList<>();
    try {
      Transports.class.getModule().addUses(Transport.class);
      ServiceLoader.load(Transport.class, loader).forEach(found::add);
    } catch (ServiceConfigurationError e) {
      throw new TransportException("a transport cannot be loaded: " + e.getMessage(), e);
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.isEmpty()) {
      throw new TransportException(
          "several nodes need a transport, and there is none: use the agent's jar as it was built");
    }
    throw new TransportException(
        "several nodes use one transport, and there are "
            + String.join(", ", found.stream().map(Transport::name).toList())
            + ": leave all but one out of slipstream.extensions");
  }
}
