package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Matches what this node waits for, of which it knows the region but not the sender, with the
 * messages that senders announce. Pilots and receives come in any order; a region may come in any
 * number of messages; each goes straight to its destination. What it is for is described with
 * Celerity's {@code receive_arbiter.h}; unlike there, a message may go to several destinations, and
 * elements that are sent twice are noticed while their transfer is open. Used by one thread.
 *
 * @param <A> how the transport names memory
 */
public final class ReceiveArbiter<A> {
  private final NodeId local;
  private final Messages<A> messages;
  private final Map<TransferId, RegionTransfer<A>> transfers = new LinkedHashMap<>();

  /** Pilots of transfers that nobody waits for yet. */
  private final Map<TransferId, List<Pilot>> early = new LinkedHashMap<>();

  /**
   * Creates an arbiter that waits for nothing.
   *
   * @param local this node
   * @param requests starts to receive messages
   */
  public ReceiveArbiter(NodeId local, PayloadRequests<A> requests) {
    this.local = local;
    this.messages = new Messages<>(requests);
  }

  /**
   * Receives a region and tells when all of it is there.
   *
   * @param transfer what it belongs to; it may have several regions that do not overlap
   * @param region the elements
   * @param destination where they go
   * @param done called once, perhaps at once
   * @throws IllegalArgumentException if the destination lacks elements, or the region overlaps
   *     another one of the transfer
   * @throws IllegalStateException if elements were announced twice
   */
  public void receive(TransferId transfer, Region region, BoxMemory<A> destination, Runnable done) {
    if (region.isEmpty()) {
      done.run();
      return;
    }
    RegionTransfer<A> regions = begin(transfer, region, destination);
    regions.await(region, done);
  }

  /**
   * Begins to receive a region of which parts are waited for.
   *
   * @param transfer what it belongs to
   * @param region the elements
   * @param destination where they go
   * @throws IllegalArgumentException as {@link #receive} does
   * @throws IllegalStateException as {@link #receive} does
   */
  public void beginReceive(TransferId transfer, Region region, BoxMemory<A> destination) {
    if (!region.isEmpty()) {
      begin(transfer, region, destination);
    }
  }

  private RegionTransfer<A> begin(TransferId id, Region region, BoxMemory<A> destination) {
    RegionTransfer<A> regions = regions(id);
    regions.request(region, destination);
    return regions;
  }

  private RegionTransfer<A> regions(TransferId id) {
    RegionTransfer<A> known = transfers.get(id);
    if (known == null) {
      known = new RegionTransfer<>(id, messages);
      announceEarly(id, known);
    }
    return known;
  }

  /**
   * Tells when a part of regions that are being received is there.
   *
   * @param transfer what it belongs to
   * @param part elements that {@link #beginReceive} was called with before; may overlap other
   *     parts. What is not being received counts as there
   * @param done called once, perhaps at once
   */
  public void awaitPart(TransferId transfer, Region part, Runnable done) {
    if (transfers.containsKey(transfer)) {
      regions(transfer).await(part, done);
    } else {
      done.run();
    }
  }

  private void announceEarly(TransferId id, RegionTransfer<A> added) {
    transfers.put(id, added);
    List<Pilot> pilots = early.remove(id);
    if (pilots != null) {
      pilots.forEach(added::announced);
    }
  }

  /**
   * A message was announced.
   *
   * @param pilot what was announced
   * @throws IllegalArgumentException if it is for another node
   * @throws IllegalStateException if elements were announced twice
   */
  public void pilotArrived(Pilot pilot) {
    if (!pilot.to().equals(local)) {
      throw new IllegalArgumentException(
          pilot.message() + " is for " + pilot.to() + ", not for " + local);
    }
    RegionTransfer<A> transfer = transfers.get(pilot.transfer());
    if (transfer == null) {
      early.computeIfAbsent(pilot.transfer(), id -> new ArrayList<>(1)).add(pilot);
    } else {
      transfer.announced(pilot);
      forgetIfOver(pilot.transfer(), transfer);
    }
  }

  /**
   * All elements of a message are at their destination.
   *
   * @param message a message that was asked for
   * @throws IllegalStateException if it was not asked for, or has arrived before
   */
  public void payloadArrived(MessageId message) {
    Messages.UnderWay<A> arrived = messages.remove(message);
    arrived.transfer().arrived(arrived.pilot().box());
    forgetIfOver(arrived.pilot().transfer(), arrived.transfer());
  }

  private void forgetIfOver(TransferId id, RegionTransfer<A> transfer) {
    if (transfer.isOver()) {
      transfers.remove(id);
    }
  }

  /** Whether nothing is waited for and nothing was announced that nobody waits for. */
  public boolean isIdle() {
    return transfers.isEmpty() && early.isEmpty() && messages.isEmpty();
  }

  /**
   * Returns what is waited for, for messages about a standstill.
   *
   * @return one text for each transfer, the oldest first
   */
  public List<String> waiting() {
    return transfers.values().stream().map(RegionTransfer::text).toList();
  }
}
