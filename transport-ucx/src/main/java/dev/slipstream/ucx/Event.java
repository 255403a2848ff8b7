package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Communicator;

/** Something that {@link Communicator#poll} tells. */
@FunctionalInterface
interface Event {
  void tell(Communicator.Arrivals arrivals);
}
