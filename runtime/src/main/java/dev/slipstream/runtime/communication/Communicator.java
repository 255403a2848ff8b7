package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * How one node reaches the others. Announcements and elements may overtake each other; what {@link
 * #tell} sends from one node to another arrives in its order. No method waits for another node. One
 * thread uses it.
 *
 * <p>What is sent to a node that is lost or has left goes nowhere, without an error: {@link
 * Arrivals} has been told of it, or will be.
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

    /**
     * Another node has told this one something.
     *
     * @param from the node
     * @param bytes what it said, from the position to the limit; the listener may keep it
     */
    void told(NodeId from, ByteBuffer bytes);

    /**
     * A node has left the run in good order: nothing more comes from it.
     *
     * @param node the node
     */
    void left(NodeId node);

    /**
     * A node has died, hangs, or is cut off. Nothing more comes from it, and what it has announced
     * or begun to send never completes. Told once.
     *
     * @param loss the node, where it was, and how that was noticed
     */
    void lost(PeerLoss loss);
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
   * Says how elements come from another node, for the report.
   *
   * @param peer the node
   * @return a few words: {@code shared memory}
   */
  String route(NodeId peer);

  /**
   * Tells another node something.
   *
   * @param to the node
   * @param bytes at most 64 MiB, from the position to the limit; copied before this returns
   * @throws IllegalArgumentException if there is no such node, or it is too much
   */
  void tell(NodeId to, ByteBuffer bytes);

  /**
   * Announces a message.
   *
   * @param pilot what will be sent, and to whom
   * @throws IllegalArgumentException if there is no such node
   */
  void announce(Pilot pilot);

  /**
   * Sends a message that is announced before or after, unless its box is empty.
   *
   * @param pilot as it is announced
   * @param source holds the elements of its box; they must not change before they are sent, which
   *     may not be before the receiver wants them
   * @param sent called once, perhaps at once, when the elements may change; on the thread that
   *     calls {@link #poll} or this method
   * @throws IllegalArgumentException if there is no such node, or the source lacks elements
   */
  void send(Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent);

  /**
   * {@inheritDoc}
   *
   * @param landings as above; what is received into memory is undefined until all has arrived, and
   *     for ever if the sender is lost
   */
  @Override
  void request(MessageId message, List<Landing<ByteBuffer>> landings);

  /**
   * Tells what has arrived since this was called last.
   *
   * @param arrivals is told of it, in the calling thread
   * @return whether anything had arrived
   * @throws IllegalStateException if the communicator has failed; the message says why
   */
  boolean poll(Arrivals arrivals);

  /**
   * Has something called whenever {@link #poll} may have something to tell.
   *
   * @param wake does not wait, and is called in any thread
   */
  void onArrival(Runnable wake);

  /** Leaves the run; what was not sent is lost. Returns within a few seconds whatever others do. */
  @Override
  void close();
}
