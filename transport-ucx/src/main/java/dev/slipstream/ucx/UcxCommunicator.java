package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Landing;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Communicates with other nodes through UCX; the program's calls take effect immediately, on its
 * own thread.
 */
final class UcxCommunicator implements Communicator {
  private final UcxEngine engine;
  private final NodeId local;
  private final List<@Nullable Link> links;

  UcxCommunicator(UcxEngine engine, int rank, List<@Nullable Link> links) {
    this.engine = engine;
    this.local = new NodeId(rank);
    this.links = links;
  }

  @Override
  public NodeId local() {
    return local;
  }

  @Override
  public int nodes() {
    return links.size();
  }

  private Link link(Object what, NodeId node) {
    Link link = node.rank() < links.size() ? links.get(node.rank()) : null;
    if (link == null) {
      throw new IllegalArgumentException(
          what + " is for " + node + ", of " + links.size() + " nodes, of which this is " + local);
    }
    return link;
  }

  @Override
  public String route(NodeId peer) {
    return link("a question", peer).route.toString();
  }

  @Override
  public void tell(NodeId to, ByteBuffer bytes) {
    Link link = link("a message", to);
    int total = bytes.remaining();
    if (total > ToldParts.MOST_BYTES) {
      throw new IllegalArgumentException(
          total + " bytes are too many for one message, which has at most " + ToldParts.MOST_BYTES);
    }
    engine.run(
        peers -> {
          int offset = 0;
          do {
            int length = Math.min(ControlCodec.MOST_CONTENT, total - offset);
            ByteBuffer part = bytes.slice(bytes.position() + offset, length);
            peers.send(link, new ControlMessage.Told(link.toldSequence++, total, offset, part));
            offset += length;
          } while (offset < total);
        });
  }

  @Override
  public void announce(Pilot pilot) {
    Link link = link(pilot.message(), pilot.to());
    engine.run(peers -> peers.sendSoon(link, new ControlMessage.Announced(pilot)));
  }

  @Override
  public void send(Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent) {
    Link link = link(pilot.message(), pilot.to());
    if (!source.allocated().contains(pilot.box()) || pilot.box().isEmpty()) {
      throw new IllegalArgumentException(
          pilot.message() + " cannot be sent: memory holds " + source.allocated());
    }
    BoxMemory<ByteBuffer> held = held(source);
    engine.run(peers -> peers.outgoing.send(link, pilot, held, sent));
  }

  @Override
  public void request(MessageId message, List<Landing<ByteBuffer>> landings) {
    Link link = link(message, message.from());
    List<Landing<ByteBuffer>> held = new ArrayList<>(landings.size());
    for (Landing<ByteBuffer> landing : landings) {
      held.add(new Landing<>(held(landing.destination()), landing.box()));
    }
    engine.run(peers -> peers.incoming.request(link, message, held));
  }

  /** The same memory with a separate position, which the program does not change. */
  private static BoxMemory<ByteBuffer> held(BoxMemory<ByteBuffer> memory) {
    ByteBuffer bytes = memory.memory().duplicate();
    Box allocated = memory.allocated();
    if (allocated.area() > bytes.remaining() / memory.elementBytes()) {
      throw new IllegalArgumentException(
          "memory of " + bytes.remaining() + " bytes has no room for " + allocated);
    }
    return new BoxMemory<>(bytes, allocated, memory.elementBytes());
  }

  @Override
  public boolean poll(Arrivals arrivals) {
    return engine.poll(arrivals);
  }

  @Override
  public void rest() {
    engine.rest();
  }

  @Override
  public void onArrival(Runnable wake) {
    engine.onEvent(wake);
  }

  @Override
  public void close() {
    engine.close();
  }
}
