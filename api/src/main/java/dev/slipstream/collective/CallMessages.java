package dev.slipstream.collective;

/**
 * The messages that ranks exchange in one call. Many elements are sent in several messages, so that
 * no rank needs the bytes of all of them at the same time.
 *
 * @param <A> the type of the arrays
 */
final class CallMessages<A> {
  /** The most bytes of elements in a message. */
  static final int MOST_BYTES = 1 << 20;

  private final Channel channel;
  private final Call call;
  private final ArrayKind<A> kind;

  CallMessages(Channel channel, Call call, ArrayKind<A> kind) {
    this.channel = channel;
    this.call = call;
    this.kind = kind;
  }

  /** The most elements in a message. */
  int step() {
    return MOST_BYTES / kind.width();
  }

  /**
   * Makes a message.
   *
   * @param total the total number that the receiver sees
   */
  byte[] message(A values, int from, int count, int total) {
    return Segment.message(call, kind, values, from, count, total);
  }

  void send(int to, byte[] message) {
    channel.send(to, message);
  }

  void sendToOthers(byte[] message) {
    // Begins with the next rank, so that not all send to the same one.
    for (int step = 1; step < channel.size(); step++) {
      send((channel.rank() + step) % channel.size(), message);
    }
  }

  /**
   * Waits for the next message of a rank.
   *
   * @throws IllegalStateException if that rank has made another call
   */
  Segment receive(int from) {
    Segment segment = Segment.read(channel.receive(from));
    if (segment.call().equals(call)) {
      return segment;
    }
    throw new IllegalStateException(
        "ranks call different methods: rank "
            + from
            + " has called "
            + segment.call().text()
            + " \""
            + channel.group()
            + "\"; rank "
            + channel.rank()
            + " calls "
            + call.text()
            + ". All ranks have to call the same methods of CollectiveContext, with the same types"
            + " and roots, in the same order");
  }

  /**
   * Copies received elements into an array.
   *
   * @return the number of elements
   */
  int put(Segment segment, A into, int at) {
    int count = segment.elements().remaining() / kind.width();
    kind.read(segment.elements(), into, at, count);
    return count;
  }
}
