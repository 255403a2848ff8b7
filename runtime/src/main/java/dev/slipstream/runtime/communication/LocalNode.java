package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One of several nodes of this process. Others put into its inbox; the rest has one thread. */
final class LocalNode implements Communicator {
  /** What other nodes put into the inbox. */
  private sealed interface Letter {
    record Announced(Pilot pilot) implements Letter {}

    record Sent(Pilot pilot, ByteBuffer elements) implements Letter {}
  }

  private final NodeId local;
  private final List<LocalNode> all;
  private final Queue<Letter> inbox = new ConcurrentLinkedQueue<>();
  private final Map<MessageId, Letter.Sent> waiting = new HashMap<>();
  private final Map<MessageId, List<Landing<ByteBuffer>>> requests = new HashMap<>();

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
  public void announce(Pilot pilot) {
    put(pilot, new Letter.Announced(pilot));
  }

  @Override
  public void send(Pilot pilot, ByteBuffer elements, Runnable sent) {
    ByteBuffer copy = ByteBuffer.allocate(elements.remaining());
    copy.put(elements.duplicate()).flip();
    put(pilot, new Letter.Sent(pilot, copy));
    sent.run();
  }

  private void put(Pilot pilot, Letter letter) {
    if (pilot.to().rank() >= all.size()) {
      throw new IllegalArgumentException(
          pilot.message() + " is for " + pilot.to() + ", of " + all.size() + " nodes");
    }
    all.get(pilot.to().rank()).inbox.add(letter);
  }

  @Override
  public void request(MessageId message, List<Landing<ByteBuffer>> landings) {
    requests.put(message, landings);
    Letter.Sent sent = waiting.remove(message);
    if (sent != null) {
      // It is told by the next poll, not from within.
      inbox.add(sent);
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
      if (landing instanceof Landing.Elements<ByteBuffer> part) {
        BoxRows.copy(
            sent.elements(),
            sent.pilot().box(),
            part.destination().memory(),
            part.destination().allocated(),
            part.box(),
            part.destination().elementBytes());
      } else if (landing instanceof Landing.Place<ByteBuffer> place) {
        int at = Math.toIntExact(place.bytes() * place.from().rank());
        ByteBuffer memory = place.memory();
        memory.put(memory.position() + at, sent.elements(), 0, sent.elements().limit());
      }
    }
    arrivals.payload(message);
  }

  @Override
  public void close() {
    inbox.clear();
    waiting.clear();
    requests.clear();
  }
}
