package dev.slipstream.runtime.communication;

import java.util.List;

/**
 * Starts to receive messages.
 *
 * @param <A> the transport's type of memory
 */
@FunctionalInterface
public interface PayloadRequests<A> {
  /**
   * Requests a message and defines where it is received. Does not wait; the arrival is reported
   * later, never within this call.
   *
   * @param message a message that was announced; each is requested once
   * @param landings the destinations of its elements: one, or several that share the elements
   *     without overlap
   */
  void request(MessageId message, List<Landing<A>> landings);
}
