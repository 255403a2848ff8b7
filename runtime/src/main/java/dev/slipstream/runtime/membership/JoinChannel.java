package dev.slipstream.runtime.membership;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import javax.crypto.spec.SecretKeySpec;

/**
 * A connection between rank 0 and a joining process. Both prove that they have the run's secret,
 * without revealing it, by codes over random numbers of both sides. After that each frame carries a
 * code over its direction, its index and its bytes, so that nothing in between can change, repeat
 * or omit a frame. Before the proof, bytes are read in pieces of fixed size. All reads end at a
 * deadline.
 *
 * <p>One thread reads, one writes.
 */
final class JoinChannel implements AutoCloseable {
  private static final byte[] MAGIC = "SLIPJOIN".getBytes(StandardCharsets.US_ASCII);
  private static final byte PROTOCOL = 1;
  private static final int NONCE_BYTES = 32;
  private static final int CODE_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final SecretKeySpec key;
  private final byte[] sending;
  private final byte[] receiving;
  private long sent;
  private long received;

  private JoinChannel(Socket socket, SecretKeySpec key, String sending, String receiving)
      throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.key = key;
    this.sending = sending.getBytes(StandardCharsets.US_ASCII);
    this.receiving = receiving.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Creates the joining process's side.
   *
   * @throws MembershipException if the other side lacks the secret, rejects ours, or is something
   *     else
   */
  static JoinChannel join(Socket socket, RunSecret secret, long deadline)
      throws IOException, MembershipException {
    byte[] mine = nonce();
    OutputStream out = socket.getOutputStream();
    out.write(
        ByteBuffer.allocate(MAGIC.length + 1 + NONCE_BYTES)
            .put(MAGIC)
            .put(PROTOCOL)
            .put(mine)
            .array());
    byte[] answer = read(socket, 1 + NONCE_BYTES, deadline);
    checkProtocol(answer[0], "rank 0");
    byte[] theirs = tail(answer, NONCE_BYTES);
    out.write(secret.code("joins", mine, theirs));
    byte[] verdict = read(socket, 1 + CODE_BYTES, deadline);
    if (verdict[0] == 0) {
      throw new MembershipException("rank 0 has another secret than this process");
    }
    if (!RunSecret.same(tail(verdict, CODE_BYTES), secret.code("admits", mine, theirs))) {
      throw new MembershipException(
          "the process that answers as rank 0 does not know the run's secret");
    }
    return new JoinChannel(socket, secret.sessionKey(mine, theirs), "in", "out");
  }

  /**
   * Creates rank 0's side, for a process that has the secret.
   *
   * @throws MembershipException if it lacks the secret, or is something else
   */
  static JoinChannel admit(Socket socket, RunSecret secret, long deadline)
      throws IOException, MembershipException {
    byte[] hello = read(socket, MAGIC.length + 1 + NONCE_BYTES, deadline);
    ByteBuffer fields = ByteBuffer.wrap(hello);
    byte[] magic = new byte[MAGIC.length];
    fields.get(magic);
    if (!RunSecret.same(magic, MAGIC)) {
      throw new MembershipException("it does not speak Slipstream's protocol");
    }
    byte protocol = fields.get();
    byte[] mine = nonce();
    OutputStream out = socket.getOutputStream();
    out.write(ByteBuffer.allocate(1 + NONCE_BYTES).put(PROTOCOL).put(mine).array());
    checkProtocol(protocol, "it");
    byte[] theirs = tail(hello, NONCE_BYTES);
    byte[] proof = read(socket, CODE_BYTES, deadline);
    if (!RunSecret.same(proof, secret.code("joins", theirs, mine))) {
      out.write(new byte[1 + CODE_BYTES]);
      throw new MembershipException("it does not know the run's secret");
    }
    byte[] code = secret.code("admits", theirs, mine);
    out.write(ByteBuffer.allocate(1 + CODE_BYTES).put((byte) 1).put(code).array());
    return new JoinChannel(socket, secret.sessionKey(theirs, mine), "out", "in");
  }

  private static void checkProtocol(byte protocol, String who) throws MembershipException {
    if (protocol != PROTOCOL) {
      throw new MembershipException(
          who
              + " joins by version "
              + protocol
              + " of the protocol and this process by version "
              + PROTOCOL
              + ": start all ranks with the same agent");
    }
  }

  void send(byte[] frame) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + frame.length + CODE_BYTES);
    bytes.putInt(frame.length).put(frame).put(code(sending, sent++, frame));
    out.write(bytes.array());
    out.flush();
  }

  byte[] receive(int mostBytes, long deadline) throws IOException {
    int length = ByteBuffer.wrap(read(socket, Integer.BYTES, deadline)).getInt();
    if (length < 0 || length > mostBytes) {
      throw new IOException("a frame of " + length + " bytes was sent, at most " + mostBytes);
    }
    byte[] frame = read(socket, length, deadline);
    byte[] code = read(socket, CODE_BYTES, deadline);
    if (!RunSecret.same(code, code(receiving, received++, frame))) {
      throw new IOException("a message was changed on its way");
    }
    return frame;
  }

  private byte[] code(byte[] direction, long place, byte[] frame) {
    return RunSecret.code(
        key, direction, ByteBuffer.allocate(Long.BYTES).putLong(place).array(), frame);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    in.close();
  }

  /** Reads this many bytes, however slowly they arrive, until the deadline. */
  private static byte[] read(Socket socket, int bytes, long deadline) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] read = new byte[bytes];
    int have = 0;
    while (have < bytes) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException("no complete message arrived in time");
      }
      socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
      int count = in.read(read, have, bytes - have);
      if (count < 0) {
        throw new EOFException("the connection was closed");
      }
      have += count;
    }
    return read;
  }

  private static byte[] nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  private static byte[] tail(byte[] bytes, int count) {
    byte[] tail = new byte[count];
    System.arraycopy(bytes, bytes.length - count, tail, 0, count);
    return tail;
  }
}
