package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Waits for a message, or word that there is none, from every other node. */
final class GatherTransfer<A> implements Transfer {
  private final TransferId id;
  private final Messages<A> messages;
  private final A memory;
  private final long placeBytes;
  private final Runnable done;

  /** Nodes that have announced nothing. */
  private final Set<NodeId> silent;

  private int underWay;

  GatherTransfer(
      TransferId id,
      Set<NodeId> peers,
      Messages<A> messages,
      A memory,
      long placeBytes,
      Runnable done) {
    this.id = id;
    this.silent = new TreeSet<>(peers);
    this.messages = messages;
    this.memory = memory;
    this.placeBytes = placeBytes;
    this.done = done;
  }

  @Override
  public void announced(Pilot pilot) {
    NodeId from = pilot.message().from();
    if (!silent.remove(from)) {
      throw new IllegalStateException(
          pilot.message() + " for " + id + ": " + from + " has no part in it, or announced one");
    }
    if (!pilot.box().isEmpty()) {
      underWay++;
      messages.request(pilot, this, List.of(new Landing.Place<>(memory, from, placeBytes)));
    }
    tellIfOver();
  }

  @Override
  public void arrived(Box box) {
    underWay--;
    tellIfOver();
  }

  private void tellIfOver() {
    if (isOver()) {
      done.run();
    }
  }

  @Override
  public boolean isOver() {
    return silent.isEmpty() && underWay == 0;
  }

  @Override
  public String text() {
    return id + " lacks parts of " + silent + " and " + underWay + " that were announced";
  }
}
