package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes control messages as bytes. Each begins with the run's token, since any process that
 * reaches UCX's port can send to it, and with the rank of its sender. Every message is checked in
 * all points that need no knowledge of earlier messages.
 */
final class ControlCodec {
  /** The longest message. */
  static final int MOST_BYTES = 8 << 10;

  /**
   * The most elements behind a message, or told bytes in a message, that may be sent without
   * permission.
   */
  static final int MOST_CONTENT = 4 << 10;

  private static final int MOST_TEXT = 1000;

  private static final byte HELLO = 1;
  private static final byte BEAT = 2;
  private static final byte FAREWELL = 3;
  private static final byte ROUTED = 4;
  private static final byte ANNOUNCED = 5;
  private static final byte READY = 6;
  private static final byte REQUEST = 7;
  private static final byte PIECE = 8;
  private static final byte TAKEN = 9;
  private static final byte CONSUMED = 10;
  private static final byte TOLD = 11;

  private final int local;
  private final int nodes;
  private final long token;

  /**
   * @param local this node's rank
   * @param nodes the number of nodes
   * @param token known to the members of the run only
   */
  ControlCodec(int local, int nodes, long token) {
    this.local = local;
    this.nodes = nodes;
    this.token = token;
  }

  /**
   * Writes messages from this node, from the buffer's position on.
   *
   * @param messages announcements, and one of any kind
   */
  void write(List<ControlMessage> messages, ByteBuffer out) {
    out.putLong(token).putInt(local);
    writeUnsigned(messages, out);
  }

  /** Writes messages without what {@link #sender} reads, where only their receiver reads them. */
  void writeUnsigned(List<ControlMessage> messages, ByteBuffer out) {
    for (int i = 0; i < messages.size(); i++) {
      write(messages.get(i), out);
    }
  }

  private static void write(ControlMessage message, ByteBuffer out) {
    if (message instanceof ControlMessage.Hello) {
      out.put(HELLO);
    } else if (message instanceof ControlMessage.Beat) {
      out.put(BEAT);
    } else if (message instanceof ControlMessage.Farewell farewell) {
      byte[] text = farewell.cause().getBytes(StandardCharsets.UTF_8);
      out.put(FAREWELL).put(text, 0, Math.min(text.length, MOST_TEXT));
    } else if (message instanceof ControlMessage.Routed routed) {
      out.put(ROUTED).put(routed.route().code());
    } else if (message instanceof ControlMessage.Announced announced) {
      out.put(ANNOUNCED);
      write(announced.pilot(), out);
    } else if (message instanceof ControlMessage.Ready ready) {
      out.put(READY).putLong(ready.message()).putLong(ready.total());
    } else if (message instanceof ControlMessage.Request request) {
      out.put(REQUEST).putLong(request.message());
    } else if (message instanceof ControlMessage.Piece piece) {
      out.put(PIECE).putLong(piece.message()).putLong(piece.total()).putLong(piece.offset());
      out.putInt(piece.length()).putInt(piece.slot()).put((byte) (piece.credited() ? 1 : 0));
    } else if (message instanceof ControlMessage.Taken taken) {
      out.put(TAKEN);
      for (int slot : taken.slots()) {
        out.putInt(slot);
      }
    } else if (message instanceof ControlMessage.Consumed consumed) {
      out.put(CONSUMED).putLong(consumed.bytes());
    } else if (message instanceof ControlMessage.Told told) {
      out.put(TOLD).putLong(told.sequence()).putInt(told.total()).putInt(told.offset());
      out.put(told.bytes().duplicate());
    }
  }

  private static void write(Pilot pilot, ByteBuffer out) {
    out.putLong(pilot.message().number());
    out.putLong(pilot.transfer().consumer().number());
    out.putLong(pilot.transfer().buffer().number());
    for (int axis = 0; axis < Box.AXES; axis++) {
      out.putLong(pilot.box().min(axis)).putLong(pilot.box().max(axis));
    }
  }

  /**
   * Reads the sender of a message.
   *
   * @param in a message; its position is moved to the start of what {@link #read} reads
   * @return a rank, or -1 if the message was not sent by a member of this run
   */
  int sender(ByteBuffer in) {
    if (in.remaining() <= Long.BYTES + Integer.BYTES || in.remaining() > MOST_BYTES) {
      return -1;
    }
    boolean known = in.getLong() == token;
    int from = in.getInt();
    return known && from >= 0 && from < nodes && from != local ? from : -1;
  }

  /**
   * Reads a message behind its sender, or behind an announcement.
   *
   * @param from the sender
   * @param in from its position to its limit, or to the end of an announcement, which another
   *     message may follow; contents are copied
   * @return the message
   * @throws IllegalArgumentException if the bytes are no valid message
   */
  ControlMessage read(int from, ByteBuffer in) {
    try {
      ControlMessage message = body(from, in);
      if (in.hasRemaining() && !(message instanceof ControlMessage.Announced)) {
        throw new IllegalArgumentException(in.remaining() + " bytes too many");
      }
      return message;
    } catch (BufferUnderflowException tooShort) {
      throw new IllegalArgumentException("too few bytes", tooShort);
    }
  }

  private ControlMessage body(int from, ByteBuffer in) {
    byte kind = in.get();
    return switch (kind) {
      case HELLO -> new ControlMessage.Hello();
      case BEAT -> new ControlMessage.Beat();
      case FAREWELL ->
          new ControlMessage.Farewell(
              StandardCharsets.UTF_8.decode(content(in, MOST_TEXT)).toString());
      case ROUTED -> new ControlMessage.Routed(Route.of(in.get()));
      case ANNOUNCED -> new ControlMessage.Announced(pilot(from, in));
      case READY -> ready(in);
      case REQUEST -> new ControlMessage.Request(in.getLong());
      case PIECE -> piece(in);
      case TAKEN -> taken(in);
      case CONSUMED -> consumed(in);
      case TOLD -> told(in);
      default -> throw new IllegalArgumentException("kind " + kind);
    };
  }

  private Pilot pilot(int from, ByteBuffer in) {
    MessageId message = new MessageId(new NodeId(from), in.getLong());
    TransferId transfer = new TransferId(new TaskId(in.getLong()), new BufferId(in.getLong()));
    long[] bounds = new long[2 * Box.AXES];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = in.getLong();
    }
    Box box = new Box(bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]);
    return new Pilot(message, transfer, new NodeId(local), box);
  }

  private static boolean flag(ByteBuffer in) {
    byte flag = in.get();
    if (flag >> 1 != 0) {
      throw new IllegalArgumentException("flag " + flag);
    }
    return flag == 1;
  }

  private static ControlMessage ready(ByteBuffer in) {
    ControlMessage.Ready ready = new ControlMessage.Ready(in.getLong(), in.getLong());
    if (ready.total() <= 0) {
      throw new IllegalArgumentException("nothing is ready");
    }
    return ready;
  }

  private static ControlMessage piece(ByteBuffer in) {
    ControlMessage.Piece piece =
        new ControlMessage.Piece(
            in.getLong(), in.getLong(), in.getLong(), in.getInt(), in.getInt(), flag(in));
    checkRange(piece.offset(), piece.length(), piece.total());
    if (piece.length() == 0 || piece.slot() < ControlMessage.Piece.FOLLOWS) {
      throw new IllegalArgumentException("nothing is offered");
    }
    return piece;
  }

  private static ControlMessage taken(ByteBuffer in) {
    int count = in.remaining() / Integer.BYTES;
    if (count == 0 || count > StagingMemory.SLOTS) {
      throw new IllegalArgumentException(count + " places");
    }
    List<Integer> slots = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      slots.add(in.getInt());
    }
    return new ControlMessage.Taken(slots);
  }

  private static ControlMessage consumed(ByteBuffer in) {
    ControlMessage.Consumed consumed = new ControlMessage.Consumed(in.getLong());
    if (consumed.bytes() <= 0) {
      throw new IllegalArgumentException("nothing is consumed");
    }
    return consumed;
  }

  private static ControlMessage told(ByteBuffer in) {
    long sequence = in.getLong();
    int total = in.getInt();
    int offset = in.getInt();
    ByteBuffer bytes = content(in, MOST_CONTENT);
    checkRange(offset, bytes.remaining(), total);
    return new ControlMessage.Told(sequence, total, offset, bytes);
  }

  private static void checkRange(long offset, long length, long total) {
    if (offset < 0 || length < 0 || offset > total - length) {
      throw new IllegalArgumentException(length + " bytes at " + offset + " of " + total);
    }
  }

  private static ByteBuffer content(ByteBuffer in, int most) {
    if (in.remaining() > most) {
      throw new IllegalArgumentException(in.remaining() + " bytes of content");
    }
    ByteBuffer copy = ByteBuffer.allocate(in.remaining());
    return copy.put(in).flip();
  }
}
