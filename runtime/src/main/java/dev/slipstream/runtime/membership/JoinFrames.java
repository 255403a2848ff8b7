package dev.slipstream.runtime.membership;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages between rank 0 and a joining process, as bytes; each frame is read to its last byte.
 */
final class JoinFrames {
  static final int MOST_BYTES = Member.MOST_ADDRESS_BYTES + 4096;

  private static final int ADMITTED = 1;
  private static final int REFUSED = 2;

  private JoinFrames() {}

  /** The request of a process to join. */
  record Request(String version, int size, Member member) {}

  /** The final answer of rank 0: the members, or why the process is refused. */
  record Answer(List<Member> members, long token, String refusal) {}

  static byte[] request(Request request) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(request.version());
    out.writeInt(request.size());
    write(request.member(), out);
    return bytes.toByteArray();
  }

  static Request request(byte[] frame) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(frame));
    Request request = new Request(in.readUTF(), in.readInt(), member(in));
    checkEnd(in);
    return request;
  }

  static byte[] members(List<Member> members, long token) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(ADMITTED);
    out.writeLong(token);
    out.writeInt(members.size());
    for (Member member : members) {
      write(member, out);
    }
    return bytes.toByteArray();
  }

  static byte[] refusal(String reason) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(REFUSED);
    out.writeUTF(reason);
    return bytes.toByteArray();
  }

  static Answer answer(byte[] frame) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(frame));
    int kind = in.readByte();
    if (kind == REFUSED) {
      return new Answer(List.of(), 0, in.readUTF());
    }
    long token = in.readLong();
    int count = in.readInt();
    if (kind != ADMITTED || count < 0 || count > LaunchedRank.MOST) {
      throw new IOException("rank 0 has sent an invalid answer");
    }
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(member(in));
    }
    checkEnd(in);
    return new Answer(members, token, "");
  }

  private static void write(Member member, DataOutputStream out) throws IOException {
    out.writeInt(member.rank());
    out.writeUTF(member.host());
    out.writeUTF(member.machine());
    out.writeLong(member.pid());
    out.writeInt(member.address().length);
    out.write(member.address());
  }

  private static Member member(DataInputStream in) throws IOException {
    int rank = in.readInt();
    String host = in.readUTF();
    String machine = in.readUTF();
    long pid = in.readLong();
    int length = in.readInt();
    if (length < 0 || length > Member.MOST_ADDRESS_BYTES) {
      throw new IOException("an address of " + length + " bytes was sent");
    }
    byte[] address = new byte[length];
    in.readFully(address);
    try {
      return new Member(rank, host, machine, pid, address);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void checkEnd(DataInputStream in) throws IOException {
    if (in.read() >= 0) {
      throw new IOException("a frame is longer than what it says");
    }
  }
}
