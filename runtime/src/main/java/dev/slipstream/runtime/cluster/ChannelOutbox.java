package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Messages to another rank in one channel. They are sent in pieces. The receiver bounds how many
 * pieces may be unreceived at the same time; the rest waits here. Thread-safe.
 */
final class ChannelOutbox {
  /** The most bytes of a piece. */
  static final int PIECE = 128 << 10;

  /** The most bytes that are sent and not received, apart from one piece. */
  static final int WINDOW = 2 << 20;

  /** While more bytes than this wait, nothing is added. */
  static final int MOST_WAITING = 16 << 20;

  /** The number of bytes that a message or piece counts in addition to its content. */
  static final int OVERHEAD = 64;

  private final PeerChannels channels;
  private final int channel;
  private final int to;

  /** The first of them may have been sent in part; guarded by this, like the other fields. */
  private final Queue<byte[]> waiting = new ArrayDeque<>();

  private long messages;
  private long waitingBytes;
  private int sentOfFirst;
  private long underWay;

  ChannelOutbox(PeerChannels channels, int channel, int to) {
    this.channels = channels;
    this.channel = channel;
    this.to = to;
  }

  void send(byte[] content) {
    channels.await(this, () -> add(content), "to receive what it was sent", to);
  }

  private synchronized boolean add(byte[] content) {
    if (waitingBytes > MOST_WAITING) {
      return false;
    }
    waiting.add(content);
    messages++;
    waitingBytes += content.length + OVERHEAD;
    sendPieces();
    return true;
  }

  /** How many messages there have been, sent or waiting. */
  synchronized long messages() {
    return messages;
  }

  /** The receiver has room again. */
  synchronized void taken(WireReader in) {
    underWay -= in.number("bytes", 0, underWay);
    sendPieces();
    notifyAll();
  }

  private void sendPieces() {
    for (byte[] first = waiting.peek(); first != null && underWay < WINDOW; ) {
      int length = Math.min(PIECE, first.length - sentOfFirst);
      tell(first, sentOfFirst, length);
      underWay += length + OVERHEAD;
      sentOfFirst += length;
      if (sentOfFirst == first.length) {
        waiting.remove();
        waitingBytes -= first.length + OVERHEAD;
        sentOfFirst = 0;
        first = waiting.peek();
      }
    }
  }

  private void tell(byte[] content, int offset, int length) {
    channels
        .mail()
        .tell(
            to,
            Notice.SAID,
            out -> {
              out.number(channel);
              out.number(content.length);
              out.number(offset);
              out.block(content, offset, length);
            });
  }
}
