package dev.slipstream.runtime.communication;

import java.util.List;

/**
 * Starts to receive messages.
 *
 * @param <A> how the transport names memory
 */
@FunctionalInterface
public interface PayloadRequests<A> {
  /**
   * Says where a message goes. Does not wait; that it has arrived is told later, not from within.
   *
   * @param message a message that was announced; each is asked for once
   * @param landings where its elements go: one, or several that share them without overlap where
   *     they go to different memory
   */
  void request(MessageId message, List<Landing<A>> landings);
}
