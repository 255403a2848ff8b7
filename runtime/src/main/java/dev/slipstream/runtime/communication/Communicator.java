package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * How one node reaches the others. Messages from one node to another may overtake each other. One
 * thread uses it.
 */
public interface Communicator extends PayloadRequests<ByteBuffer>, AutoCloseable {
  /** Listens to what arrives. */
  interface Arrivals {
    /**
     * Another node has announced a message to this one.
     *
     * @param pilot what it will bring
     */
    void pilot(Pilot pilot);

    /**
     * All elements of a message are where {@link Communicator#request} said.
     *
     * @param message the message
     */
    void payload(MessageId message);
  }

  /**
   * Returns this node.
   *
   * @return its rank, below the number of nodes
   */
  NodeId local();

  /**
   * Returns how many nodes there are.
   *
   * @return the number, at least 1
   */
  int nodes();

  /**
   * Announces a message. Does not wait.
   *
   * @param pilot what will be sent, and to whom
   */
  void announce(Pilot pilot);

  /**
   * Sends a message that was announced. Does not wait for the receiver.
   *
   * @param pilot as it was announced
   * @param elements the elements of its box from the position to the limit, in row-major order
   *     without gaps; they must not change before it is sent
   * @param sent called once, perhaps at once, when the elements may change; on the thread that
   *     calls {@link #poll} or this method
   */
  void send(Pilot pilot, ByteBuffer elements, Runnable sent);

  @Override
  void request(MessageId message, List<Landing<ByteBuffer>> landings);

  /**
   * Tells what has arrived since this was called last. Does not wait.
   *
   * @param arrivals is told of it, in the calling thread
   * @return whether anything had arrived
   */
  boolean poll(Arrivals arrivals);

  /** Leaves the run; what was not sent is lost. */
  @Override
  void close();
}
