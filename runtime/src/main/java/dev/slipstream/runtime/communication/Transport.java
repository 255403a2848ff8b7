package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.membership.Membership;
import java.time.Duration;

/**
 * Makes nodes of different processes reach each other. Found through {@link
 * java.util.ServiceLoader}, in runs of several nodes only.
 */
public interface Transport {
  /** This process's end of the transport, before it knows the others. */
  interface Port extends AutoCloseable {
    /**
     * Says how others reach it.
     *
     * @return at most {@link dev.slipstream.runtime.membership.Member#MOST_ADDRESS_BYTES} bytes,
     *     which only this transport understands
     */
    byte[] address();

    /**
     * Begins to reach the others. May be called once.
     *
     * @param members this node and all others, whose addresses are those of their ports
     * @return this node's communicator, which closes the port with itself
     * @throws TransportException if an address cannot be used
     */
    Communicator connect(Membership members) throws TransportException;

    /** Lets go of it; does nothing once there is a communicator. */
    @Override
    void close();
  }

  /** What users call it: {@code ucx}. */
  String name();

  /**
   * Opens this process's end.
   *
   * @param peerTimeout a node of which nothing was heard for this long is lost
   * @return the end
   * @throws TransportException if it cannot be used on this machine; the message says what to do
   */
  Port open(Duration peerTimeout) throws TransportException;
}
