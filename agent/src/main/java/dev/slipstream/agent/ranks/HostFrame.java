package dev.slipstream.agent.ranks;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A message between the launcher and its part on another host, over the standard streams of ssh.
 *
 * @param kind what the frame says
 * @param number a rank, a port or a code
 * @param bytes the rest
 */
record HostFrame(Kind kind, int number, byte[] bytes) {
  /**
   * Precedes the first frame of a host, because login scripts may have written something before.
   * The number is the version of the frame format.
   */
  private static final byte[] GREETING =
      "\0slipstream-host 1\n".getBytes(StandardCharsets.US_ASCII);

  private static final int MOST_BYTES = 1 << 26;
  private static final byte[] NOTHING = {};

  /** What a frame says. */
  enum Kind {
    /** The host is ready; the number is a port that is free there. */
    READY('r'),
    /** The launcher sends a {@link LaunchSpec}. */
    LAUNCH('l'),
    /** The host cannot launch; the bytes say why. */
    OBSTACLE('o'),
    /** Input for rank 0; empty at its end. */
    INPUT('i'),
    /** A rank has written. */
    OUTPUT('w'),
    /** Rank 0 has written to its standard error output. */
    ERROR_OUTPUT('e'),
    /** The rank is to end. */
    TERMINATE('t'),
    /** The rank is to end immediately. */
    KILL('k'),
    /** A rank has ended; the bytes are its exit code. */
    ENDED('x');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    static Kind of(int code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("this begins no frame: " + code);
    }
  }

  HostFrame(Kind kind, int number) {
    this(kind, number, NOTHING);
  }

  HostFrame(Kind kind, int number, String text) {
    this(kind, number, text.getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  void write(DataOutputStream out) throws IOException {
    synchronized (out) {
      out.writeByte(kind.code);
      out.writeInt(number);
      out.writeInt(bytes.length);
      out.write(bytes);
      out.flush();
    }
  }

  /**
   * Reads the next frame.
   *
   * @throws EOFException if the other side has closed the stream
   */
  static HostFrame read(DataInputStream in) throws IOException {
    Kind kind = Kind.of(in.readUnsignedByte());
    int number = in.readInt();
    int length = in.readInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("no frame has " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new HostFrame(kind, number, bytes);
  }

  static void greet(DataOutputStream out) throws IOException {
    out.write(GREETING);
    out.flush();
  }

  /**
   * Waits for the greeting of a host.
   *
   * @throws EOFException if there is none
   */
  static void awaitGreeting(DataInputStream in) throws IOException {
    for (int matched = 0; matched < GREETING.length; ) {
      byte next = in.readByte();
      // Only the greeting's first byte is zero, so a mismatch restarts there.
      matched = next == GREETING[matched] ? matched + 1 : next == GREETING[0] ? 1 : 0;
    }
  }
}
