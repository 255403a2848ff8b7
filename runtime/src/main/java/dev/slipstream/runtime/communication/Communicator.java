package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Communicates with the other nodes. Announcements and elements may overtake each other; bytes that
 * {@link #tell} sends from one node to another arrive in order. No method waits for another node.
 * Used by one thread.
 *
 * <p>Messages to a node that is lost or has left are dropped without an error; {@link Arrivals} has
 * been notified of that, or will be.
 */
public interface Communicator extends PayloadRequests<ByteBuffer>, AutoCloseable {
  /** Is notified of what arrives. */
  interface Arrivals {
    /**
     * Another node has announced a message to this one.
     *
     * @param pilot the announcement
     */
    void pilot(Pilot pilot);

    /**
     * All elements of a message are where {@link Communicator#request} has placed them.
     *
     * @param message the message
     */
    void payload(MessageId message);

    /**
     * Another node has sent bytes with {@link Communicator#tell}.
     *
     * @param from the node
     * @param bytes from the position to the limit; the listener may keep them
     */
    void told(NodeId from, ByteBuffer bytes);

    /**
     * A node has left the run in an orderly way: nothing more arrives from it.
     *
     * @param node the node
     */
    void left(NodeId node);

    /**
     * A node has died, hangs, or is cut off. Nothing more arrives from it, and what it has
     * announced or begun to send never completes. Called once for each node.
     *
     * @param loss the node, its host, and how that was noticed
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
   * Returns the number of nodes.
   *
   * @return the number, at least 1
   */
  int nodes();

  /**
   * Describes how elements travel from another node, for the report.
   *
   * @param peer the node
   * @return a few words: {@code shared memory}
   */
  String route(NodeId peer);

  /**
   * Sends bytes to another node.
   *
   * @param to the node
   * @param bytes at most 64 MiB, from the position to the limit; copied before this returns
   * @throws IllegalArgumentException if there is no such node, or there are too many bytes
   */
  void tell(NodeId to, ByteBuffer bytes);

  /**
   * Announces a message.
   *
   * @param pilot what will be sent, and to which node
   * @throws IllegalArgumentException if there is no such node
   */
  void announce(Pilot pilot);

  /**
   * Sends a message that is announced before or after, unless its box is empty.
   *
   * @param pilot its announcement
   * @param source contains the elements of its box; they must not change before they are sent,
   *     which may not happen before the receiver requests them
   * @param sent called once, possibly within this call, when the elements may change; on the thread
   *     that calls {@link #poll} or this method
   * @throws IllegalArgumentException if there is no such node, or the source lacks elements
   */
  void send(Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent);

  /**
   * {@inheritDoc}
   *
   * @param landings as above; the memory is undefined until all elements have arrived, and
   *     permanently if the sender is lost
   */
  @Override
  void request(MessageId message, List<Landing<ByteBuffer>> landings);

  /**
   * Reports what has arrived since the last call.
   *
   * @param arrivals is notified, on the calling thread
   * @return whether anything had arrived
   * @throws IllegalStateException if the communicator has failed; the message says why
   */
  boolean poll(Arrivals arrivals);

  /**
   * Says that this thread does not call {@link #poll} until it is woken, so that peers are answered
   * without it from now on. Without this call, that is noticed after some time.
   */
  default void rest() {
    // Nothing changes if other nodes are answered when they ask.
  }

  /**
   * Sets an action that runs whenever {@link #poll} may have something to report.
   *
   * @param wake does not wait, and is called on any thread
   */
  void onArrival(Runnable wake);

  /**
   * Leaves the run; what was not sent is lost. Returns within a few seconds whatever other nodes
   * do.
   */
  @Override
  void close();
}
