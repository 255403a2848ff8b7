package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.runtime.execution.SpinThenPark;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Messages from another rank in one channel. Thread-safe, for one receiving thread at a time. */
final class ChannelInbox {
  private static final String SENDS = "to send something";

  private final PeerChannels channels;
  private final int channel;
  private final int from;
  private final Queue<Piece> arrived = new ConcurrentLinkedQueue<>();

  /** How many bytes of the last message have arrived; used by the network's thread alone. */
  private int have;

  /** How many messages have arrived; changed by the network's thread. */
  private volatile long complete;

  /** How many messages will ever arrive. */
  private volatile long last = Long.MAX_VALUE;

  /**
   * How many received bytes the sender does not know of yet; used by the receiving thread alone.
   */
  private long untold;

  /**
   * A part of a message.
   *
   * @param total the size of the whole message in bytes
   */
  private record Piece(int total, byte[] bytes) {}

  ChannelInbox(PeerChannels channels, int channel, int from) {
    this.channels = channels;
    this.channel = channel;
    this.from = from;
  }

  void said(WireReader in) {
    int total = in.integer("the bytes of a message", 0, Integer.MAX_VALUE);
    in.integer("the bytes before", have, have);
    byte[] bytes = in.block("a piece");
    in.require(
        bytes.length <= total - have && (bytes.length > 0 || total == 0),
        "a piece has " + bytes.length + " bytes");
    have += bytes.length;
    arrived.add(new Piece(total, bytes));
    synchronized (this) {
      if (have == total) {
        have = 0;
        complete++;
      }
      notifyAll();
    }
  }

  /** Notes that nothing follows after this many messages. */
  synchronized void endsAfter(long count) {
    last = count;
    notifyAll();
  }

  private boolean hasNews() {
    return !arrived.isEmpty() || complete >= last;
  }

  byte[] receive() {
    Piece first = next();
    if (first.bytes().length == first.total()) {
      return first.bytes();
    }
    byte[] message = new byte[first.total()];
    int at = 0;
    for (Piece piece = first; ; piece = next()) {
      System.arraycopy(piece.bytes(), 0, message, at, piece.bytes().length);
      at += piece.bytes().length;
      if (at == message.length) {
        return message;
      }
    }
  }

  private Piece next() {
    Piece next = arrived.poll();
    if (next == null) {
      SpinThenPark.briefly(this::hasNews);
      channels.await(this, this::hasNews, SENDS, from);
      next = arrived.poll();
    }
    if (next == null) {
      throw channels.exchangeFailure(
          SENDS, from, "the program has ended there; " + PeerChannels.ADVICE);
    }
    tellTaken(next.bytes().length + ChannelOutbox.OVERHEAD);
    return next;
  }

  private void tellTaken(int bytes) {
    untold += bytes;
    if (untold >= ChannelOutbox.WINDOW / 4) {
      long taken = untold;
      untold = 0;
      channels
          .mail()
          .tell(
              from,
              Notice.TAKEN,
              out -> {
                out.number(channel);
                out.number(taken);
              });
    }
  }
}
