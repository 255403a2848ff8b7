package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Matches regions that this node awaits without knowing their senders with the messages that
 * senders announce. Pilots and receives come in any order. A region may arrive in any number of
 * messages, each of which is received directly into its destination. Celerity's {@code
 * receive_arbiter.h} describes the purpose. Unlike there, a message may have several destinations,
 * and elements that are sent twice are noticed while their transfer is open. Used by one thread.
 *
 * @param <A> the transport's type of memory
 */
public final class ReceiveArbiter<A> {
  private final NodeId local;
  private final Messages<A> messages;
  private final Map<TransferId, RegionTransfer<A>> transfers = new LinkedHashMap<>();

  /** Pilots of transfers that are not awaited yet. */
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
   * Receives a region and reports when all of it has arrived.
   *
   * @param transfer the transfer that it belongs to; it may have several regions that do not
   *     overlap
   * @param region the elements
   * @param destination where they are received
   * @param done called once, possibly within this call
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
   * Begins to receive a region whose parts are awaited.
   *
   * @param transfer the transfer that it belongs to
   * @param region the elements
   * @param destination where they are received
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
   * Reports when a part of regions that are being received has arrived.
   *
   * @param transfer the transfer that it belongs to
   * @param part elements of an earlier call of {@link #beginReceive}; may overlap other parts.
   *     Elements that are not being received count as arrived
   * @param done called once, possibly within this call
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
   * Notes that a message was announced.
   *
   * @param pilot the announcement
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
   * Notes that all elements of a message are at their destination.
   *
   * @param message a message that was requested
   * @throws IllegalStateException if it was not requested, or has arrived before
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

  /** Whether nothing is awaited and every announced message was awaited. */
  public boolean isIdle() {
    return transfers.isEmpty() && early.isEmpty() && messages.isEmpty();
  }

  /**
   * Returns what is awaited, for messages about a standstill.
   *
   * @return one text for each transfer, the oldest first
   */
  public List<String> waiting() {
    return transfers.values().stream().map(RegionTransfer::text).toList();
  }
}
