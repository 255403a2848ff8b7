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
 * Messages between host tasks on ranks that all run the program. A channel carries the messages of
 * one group of tasks. Messages from one rank to another arrive in order within a channel, and no
 * channel delays another one. Thread-safe.
 */
public final class PeerChannels {
  static final String ADVICE =
      "check that all ranks call the same methods of CollectiveContext in the same order";

  private final PeerMail mail;
  private final Duration patience;
  private final Consumer<String> warn;
  private final Map<Line, ChannelOutbox> outboxes = new ConcurrentHashMap<>();
  private final Map<Line, ChannelInbox> inboxes = new ConcurrentHashMap<>();

  /**
   * For ranks that send no more, how many messages they have sent in each channel; guarded by this.
   */
  private final Map<Integer, Map<Integer, Long>> silent = new HashMap<>();

  private volatile @Nullable String end;

  /** One channel from this rank to another, or from that one to this. */
  private record Line(int channel, int rank) {}

  /**
   * @param patience after which time of waiting a warning is given
   * @param warn receives the warning
   */
  PeerChannels(PeerMail mail, Duration patience, Consumer<String> warn) {
    this.mail = mail;
    this.patience = patience;
    this.warn = warn;
  }

  /**
   * Sends a message. Does not wait until it is received, but may wait until earlier messages to the
   * same rank are, if they are long.
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
   * Waits for the next message of a rank. One thread at a time may call this.
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

  /** A piece of a message has arrived; on the network's thread. */
  void said(NodeId from, WireReader in) {
    inbox(in.integer("a channel", 0, Integer.MAX_VALUE), from.rank()).said(in);
  }

  /** A rank has received something that was sent from here; on the network's thread. */
  void taken(NodeId by, WireReader in) {
    outbox(in.integer("a channel", 0, Integer.MAX_VALUE), by.rank()).taken(in);
  }

  /** Announces that this rank sends nothing any more, as the program has ended. */
  void leave() {
    for (int rank = 0; rank < mail.network().nodes(); rank++) {
      if (rank != self()) {
        tellSilent(rank);
      }
    }
  }

  private void tellSilent(int rank) {
    Map<Line, ChannelOutbox> toRank = new HashMap<>(outboxes);
    toRank.keySet().removeIf(line -> line.rank() != rank);
    mail.tell(
        rank,
        Notice.SILENT,
        out ->
            out.list(
                List.copyOf(toRank.entrySet()),
                each -> {
                  out.number(each.getKey().channel());
                  out.number(each.getValue().messages());
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

  /** Ends all channels: threads that wait, now or later, get an error. */
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

  /** The error for a thread that waits for something that will not happen. */
  SlipstreamException exchangeFailure(String what, int rank, String reason) {
    return new SlipstreamException(
        "rank " + self() + " waits without success for rank " + rank + " " + what + ": " + reason);
  }

  /**
   * Waits for news of another rank. Gives the warning without holding the monitor, since the
   * network's thread needs that.
   *
   * @param monitor the caller's, which is notified of news
   * @param news whether there is news; called with the monitor held
   * @param what a description of the news, for messages
   */
  void await(Object monitor, BooleanSupplier news, String what, int rank) {
    if (await(monitor, news, what, rank, patience.toNanos())) {
      return;
    }
    warn.accept(
        "rank "
            + self()
            + " has waited for "
            + patience.toSeconds()
            + " s for rank "
            + rank
            + " "
            + what
            + ". It keeps waiting; if nothing arrives, "
            + ADVICE);
    await(monitor, news, what, rank, Long.MAX_VALUE);
  }

  /** Waits for that many nanoseconds at most; returns whether there is news. */
  private boolean await(Object monitor, BooleanSupplier news, String what, int rank, long most) {
    long began = System.nanoTime();
    synchronized (monitor) {
      while (!news.getAsBoolean()) {
        String reason = end;
        if (reason != null) {
          throw exchangeFailure(what, rank, reason);
        }
        if (System.nanoTime() - began >= most) {
          return false;
        }
        try {
          monitor.wait(Math.max(1, patience.toMillis()));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new SlipstreamException(
              "rank " + self() + " was interrupted while it waited for rank " + rank + " " + what,
              e);
        }
      }
    }
    return true;
  }
}
