package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.membership.Membership;
import java.time.Duration;

/**
 * Connects nodes of different processes. Found through {@link java.util.ServiceLoader}, in runs of
 * several nodes only.
 */
public interface Transport {
  /** This process's end of the transport, before it knows the others. */
  interface Port extends AutoCloseable {
    /**
     * Returns the address for the other nodes.
     *
     * @return at most {@link dev.slipstream.runtime.membership.Member#MOST_ADDRESS_BYTES} bytes, in
     *     a form of this transport
     */
    byte[] address();

    /**
     * Starts the communication with the others. May be called once.
     *
     * @param members this node and all others, with the addresses of their ports
     * @return this node's communicator, which also closes the port when it is closed
     * @throws TransportException if an address cannot be used
     */
    Communicator connect(Membership members) throws TransportException;

    /** Closes the port; does nothing once there is a communicator. */
    @Override
    void close();
  }

  /** The transport's name for users: {@code ucx}. */
  String name();

  /**
   * Opens this process's end.
   *
   * @param peerTimeout a node that has sent nothing for this long is lost
   * @return the end
   * @throws TransportException if it cannot be used on this machine; the message says what to do
   */
  Port open(Duration peerTimeout) throws TransportException;
}
