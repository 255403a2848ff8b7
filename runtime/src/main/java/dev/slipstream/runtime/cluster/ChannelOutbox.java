package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What one channel has for another rank. It goes in pieces, no more of them at a time than the
 * receiver keeps until somebody wants them; the rest waits here. Thread-safe.
 */
final class ChannelOutbox {
  /** The most bytes of a piece. */
  static final int PIECE = 128 << 10;

  /** The most bytes under way, but for one piece. */
  static final int WINDOW = 2 << 20;

  /** With more bytes than that waiting, nothing is added. */
  static final int MOST_WAITING = 16 << 20;

  /** What a message or piece counts besides its content. */
  static final int OVERHEAD = 64;

  private final PeerChannels channels;
  private final int channel;
  private final int to;

  /** The first of them may be sent in part; guarded by this, as is the rest. */
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

  /** How many there have been, whether they are sent or wait. */
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
