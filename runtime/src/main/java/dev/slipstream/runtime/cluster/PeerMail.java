package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireFormException;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.network.Network;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * The messages between ranks that all run the program: every rank may send to the first one, which
 * may send to all. Thread-safe.
 */
final class PeerMail implements Network.Listener {
  static final NodeId FIRST = new NodeId(0);

  private final Listener listener;
  private final Network network;

  /** Whether the listener is ready; the network's thread may be faster. */
  private final CountDownLatch ready = new CountDownLatch(1);

  /**
   * Receives what others send, on the network's thread, and what this rank sends to itself, on the
   * sending thread.
   */
  interface Listener {
    void received(Notice notice, NodeId from, WireReader in);

    /** A node will send no more. */
    void gone(NodeId node, String how);

    /** Nothing can be exchanged any more. */
    void failed(Throwable cause);
  }

  /**
   * Starts the network. Nothing is delivered before {@link #open}.
   *
   * @param communicator communicates with the others; closed at the end
   */
  PeerMail(Communicator communicator, Listener listener) {
    this.listener = listener;
    this.network = new Network(communicator, this);
  }

  /** Starts the delivery to the listener. */
  void open() {
    ready.countDown();
  }

  Network network() {
    return network;
  }

  /** Whether this is the first node. */
  boolean isFirst() {
    return network.local().equals(FIRST);
  }

  void tellOthers(Notice notice, Consumer<WireWriter> content) {
    ByteBuffer message = ByteBuffer.wrap(message(notice, content));
    network.tellOthers(message::duplicate);
  }

  /** Sends a message to the first node; the first node itself receives it within this call. */
  void tellFirst(Notice notice, Consumer<WireWriter> content) {
    byte[] message = message(notice, content);
    if (isFirst()) {
      receive(FIRST, message);
    } else {
      network.tell(FIRST, ByteBuffer.wrap(message));
    }
  }

  void tell(int rank, Notice notice, Consumer<WireWriter> content) {
    network.tell(new NodeId(rank), ByteBuffer.wrap(message(notice, content)));
  }

  private static byte[] message(Notice notice, Consumer<WireWriter> content) {
    WireWriter out = new WireWriter();
    notice.write(out);
    content.accept(out);
    return out.written();
  }

  @Override
  public void told(NodeId from, ByteBuffer bytes) {
    byte[] content = new byte[bytes.remaining()];
    bytes.get(content);
    try {
      ready.await();
      receive(from, content);
    } catch (InterruptedException | WireFormException wrong) {
      listener.failed(wrong);
    }
  }

  private void receive(NodeId from, byte[] content) {
    WireReader in = new WireReader(content, "what " + from + " tells");
    listener.received(Notice.read(in), from, in);
  }

  @Override
  public void left(NodeId node) {
    listener.gone(node, "rank " + node.rank() + " has ended before the others");
  }

  @Override
  public void lost(PeerLoss loss) {
    listener.gone(loss.node(), loss.toString());
  }

  @Override
  public void failed(Throwable cause) {
    listener.failed(cause);
  }
}
