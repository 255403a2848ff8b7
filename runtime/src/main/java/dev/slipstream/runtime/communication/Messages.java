package dev.slipstream.runtime.communication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The messages that were requested and have not arrived. */
final class Messages<A> {
  /** A message with the transfer that it belongs to. */
  record UnderWay<A>(Pilot pilot, RegionTransfer<A> transfer) {}

  private final PayloadRequests<A> requests;
  private final Map<MessageId, UnderWay<A>> underWay = new HashMap<>();

  Messages(PayloadRequests<A> requests) {
    this.requests = requests;
  }

  void request(Pilot pilot, RegionTransfer<A> transfer, List<Landing<A>> landings) {
    if (underWay.put(pilot.message(), new UnderWay<>(pilot, transfer)) != null) {
      throw new IllegalStateException(pilot.message() + " was announced twice");
    }
    requests.request(pilot.message(), List.copyOf(landings));
  }

  UnderWay<A> remove(MessageId message) {
    UnderWay<A> arrived = underWay.remove(message);
    if (arrived == null) {
      throw new IllegalStateException(message + " has arrived, but was not requested");
    }
    return arrived;
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }
}
