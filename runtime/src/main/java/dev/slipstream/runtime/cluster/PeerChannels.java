package dev.slipstream.runtime.cluster;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.runtime.graph.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What ranks that all run the program say to each other in host tasks. A channel carries the
 * messages of one group of tasks; those from one rank to another arrive in their order, and no
 * channel holds up another one. Thread-safe.
 */
public final class PeerChannels {
  static final String ADVICE =
      "look whether all ranks call the same methods of CollectiveContext in the same order";

  private final PeerMail mail;
  private final Duration patience;
  private final Consumer<String> warn;
  private final Map<Line, ChannelOutbox> outboxes = new ConcurrentHashMap<>();
  private final Map<Line, ChannelInbox> inboxes = new ConcurrentHashMap<>();

  /** How many messages ranks have sent in each channel that send no more; guarded by this. */
  private final Map<Integer, Map<Integer, Long>> silent = new HashMap<>();

  private volatile @Nullable String end;

  /** One channel from here to another rank, or from there. */
  private record Line(int channel, int rank) {}

  /**
   * @param patience whoever waits for longer warns
   * @param warn takes the warning
   */
  PeerChannels(PeerMail mail, Duration patience, Consumer<String> warn) {
    this.mail = mail;
    this.patience = patience;
    this.warn = warn;
  }

  /**
   * Sends a message. Does not wait until it is received, but may wait until messages are that were
   * sent to the same rank before, if they are long.
   *
   * @param channel any number that is not negative
   * @param to another rank
   * @param content must not change any more
   * @throws IllegalArgumentException if there is no such channel or other rank
   * @throws SlipstreamException if the run ends, or the thread is interrupted
   */
  public void send(int channel, int to, byte[] content) {
    outbox(channel, to).send(content);
  }

  /**
   * Waits for the next message of a rank. One thread at a time may do so.
   *
   * @param channel any number that is not negative
   * @param from another rank
   * @throws IllegalArgumentException if there is no such channel or other rank
   * @throws SlipstreamException if the run ends, or the thread is interrupted
   */
  public byte[] receive(int channel, int from) {
    return inbox(channel, from).receive();
  }

  private ChannelOutbox outbox(int channel, int rank) {
    return outboxes.computeIfAbsent(
        line(channel, rank), line -> new ChannelOutbox(this, line.channel(), line.rank()));
  }

  private ChannelInbox inbox(int channel, int rank) {
    Line line = line(channel, rank);
    ChannelInbox known = inboxes.get(line);
    return known == null ? created(line) : known;
  }

  private synchronized ChannelInbox created(Line line) {
    ChannelInbox inbox =
        inboxes.computeIfAbsent(
            line, missing -> new ChannelInbox(this, missing.channel(), missing.rank()));
    endsAt(inbox, line);
    return inbox;
  }

  private void endsAt(ChannelInbox inbox, Line line) {
    Map<Integer, Long> counts = silent.get(line.rank());
    if (counts != null) {
      inbox.endsAfter(counts.getOrDefault(line.channel(), 0L));
    }
  }

  private Line line(int channel, int rank) {
    int nodes = mail.network().nodes();
    if (channel < 0 || rank < 0 || rank >= nodes || rank == self()) {
      throw new IllegalArgumentException(
          "rank " + self() + " of " + nodes + " has no channel " + channel + " to rank " + rank);
    }
    return new Line(channel, rank);
  }

  private int self() {
    return mail.network().local().rank();
  }

  PeerMail mail() {
    return mail;
  }

  /** A piece of a message has come; on the network's thread. */
  void said(NodeId from, WireReader in) {
    inbox(in.integer("a channel", 0, Integer.MAX_VALUE), from.rank()).said(in);
  }

  /** A rank has received something that was sent from here; on the network's thread. */
  void taken(NodeId by, WireReader in) {
    outbox(in.integer("a channel", 0, Integer.MAX_VALUE), by.rank()).taken(in);
  }

  /** Nothing is sent from here any more, as the program has ended. */
  void leave() {
    for (int rank = 0; rank < mail.network().nodes(); rank++) {
      if (rank != self()) {
        tellSilent(rank);
      }
    }
  }

  private void tellSilent(int rank) {
    List<Line> lines = outboxes.keySet().stream().filter(line -> line.rank() == rank).toList();
    mail.tell(
        rank,
        Notice.SILENT,
        out ->
            out.list(
                lines,
                line -> {
                  out.number(line.channel());
                  out.number(outbox(line.channel(), rank).messages());
                }));
  }

  /** A rank sends no more than it has sent; on the network's thread. */
  synchronized void silent(NodeId from, WireReader in) {
    Map<Integer, Long> counts = new HashMap<>();
    in.list(
        "channels",
        0,
        Integer.MAX_VALUE,
        () ->
            counts.put(
                in.integer("a channel", 0, Integer.MAX_VALUE),
                in.number("messages", 0, Long.MAX_VALUE)));
    silent.put(from.rank(), counts);
    inboxes.forEach(
        (line, inbox) -> {
          if (line.rank() == from.rank()) {
            endsAt(inbox, line);
          }
        });
  }

  /** Nothing can be exchanged any more: whoever waits, or will, gets an error. */
  void end(String reason) {
    end = reason;
    outboxes.values().forEach(PeerChannels::wake);
    inboxes.values().forEach(PeerChannels::wake);
  }

  private static void wake(Object monitor) {
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  /** What a thread gets that waits for news that do not come. */
  SlipstreamException inVain(String what, int rank, String reason) {
    return new SlipstreamException(
        "rank " + self() + " waits in vain for rank " + rank + " " + what + ": " + reason);
  }

  /**
   * Waits for news of another rank.
   *
   * @param monitor the caller's, which is notified of them
   * @param what the news are, for messages
   */
  void await(Object monitor, BooleanSupplier news, String what, int rank) {
    long began = System.nanoTime();
    boolean patient = true;
    synchronized (monitor) {
      while (!news.getAsBoolean()) {
        String reason = end;
        if (reason != null) {
          throw inVain(what, rank, reason);
        }
        try {
          monitor.wait(Math.max(1, patience.toMillis()));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new SlipstreamException(
              "rank " + self() + " was interrupted while it waited for rank " + rank + " " + what,
              e);
        }
        if (patient && System.nanoTime() - began >= patience.toNanos()) {
          patient = false;
          warn.accept(
              "rank "
                  + self()
                  + " has waited for "
                  + patience.toSeconds()
                  + " s for rank "
                  + rank
                  + " "
                  + what
                  + ". It waits on; if nothing comes, "
                  + ADVICE);
        }
      }
    }
  }
}
