package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One of several nodes of this process. Other threads only add to its inbox; one thread uses the
 * rest.
 */
final class LocalNode implements Communicator {
  /** An entry of the inbox, from another node. */
  private sealed interface Letter {
    record Announced(Pilot pilot) implements Letter {}

    record Sent(Pilot pilot, ByteBuffer elements) implements Letter {}

    record Told(NodeId from, ByteBuffer bytes) implements Letter {}

    record Left(NodeId from) implements Letter {}
  }

  private final NodeId local;
  private final List<LocalNode> all;
  private final Queue<Letter> inbox = new ConcurrentLinkedQueue<>();
  private final Map<MessageId, Letter.Sent> waiting = new HashMap<>();
  private final Map<MessageId, List<Landing<ByteBuffer>>> requests = new HashMap<>();
  private volatile Runnable wake = () -> {};

  LocalNode(NodeId local, List<LocalNode> all) {
    this.local = local;
    this.all = all;
  }

  @Override
  public NodeId local() {
    return local;
  }

  @Override
  public int nodes() {
    return all.size();
  }

  @Override
  public String route(NodeId peer) {
    return "this process";
  }

  @Override
  public void tell(NodeId to, ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    copy.put(bytes.duplicate()).flip();
    put("what " + local + " tells", to, new Letter.Told(local, copy));
  }

  @Override
  public void announce(Pilot pilot) {
    put(pilot.message().toString(), pilot.to(), new Letter.Announced(pilot));
  }

  @Override
  public void send(Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent) {
    Box box = pilot.box();
    ByteBuffer copy = ByteBuffer.allocate(Math.toIntExact(BoxBytes.of(box, source.elementBytes())));
    BoxBytes.pack(source, box, 0, copy);
    put(pilot.message().toString(), pilot.to(), new Letter.Sent(pilot, copy));
    sent.run();
  }

  private void put(String what, NodeId to, Letter letter) {
    if (to.rank() >= all.size()) {
      throw new IllegalArgumentException(what + " is for " + to + ", of " + all.size() + " nodes");
    }
    LocalNode receiver = all.get(to.rank());
    receiver.inbox.add(letter);
    receiver.wake.run();
  }

  @Override
  public void request(MessageId message, List<Landing<ByteBuffer>> landings) {
    requests.put(message, landings);
    Letter.Sent sent = waiting.remove(message);
    if (sent != null) {
      // The next poll reports it, not this call.
      inbox.add(sent);
      wake.run();
    }
  }

  @Override
  public boolean poll(Arrivals arrivals) {
    boolean any = false;
    for (Letter letter = inbox.poll(); letter != null; letter = inbox.poll()) {
      any = true;
      if (letter instanceof Letter.Announced announced) {
        arrivals.pilot(announced.pilot());
      } else if (letter instanceof Letter.Sent sent) {
        arrived(sent, arrivals);
      } else if (letter instanceof Letter.Told told) {
        arrivals.told(told.from(), told.bytes());
      } else if (letter instanceof Letter.Left left) {
        arrivals.left(left.from());
      }
    }
    return any;
  }

  private void arrived(Letter.Sent sent, Arrivals arrivals) {
    MessageId message = sent.pilot().message();
    List<Landing<ByteBuffer>> landings = requests.remove(message);
    if (landings == null) {
      waiting.put(message, sent);
      return;
    }
    for (Landing<ByteBuffer> landing : landings) {
      BoxBytes.unpack(sent.elements(), sent.pilot().box(), 0, landing.destination(), landing.box());
    }
    arrivals.payload(message);
  }

  @Override
  public void onArrival(Runnable whenever) {
    wake = whenever;
  }

  @Override
  public void close() {
    for (LocalNode other : all) {
      if (other != this) {
        other.inbox.add(new Letter.Left(local));
        other.wake.run();
      }
    }
    inbox.clear();
    waiting.clear();
    requests.clear();
  }
}
