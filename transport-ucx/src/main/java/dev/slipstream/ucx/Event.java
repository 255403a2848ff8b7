package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Communicator;

/** An event that {@link Communicator#poll} reports. */
@FunctionalInterface
interface Event {
  void tell(Communicator.Arrivals arrivals);
}
