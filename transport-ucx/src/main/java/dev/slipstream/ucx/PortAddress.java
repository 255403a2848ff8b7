package dev.slipstream.ucx;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The address with which others reach a node.
 *
 * @param worker the address of its worker
 * @param staging the address of its staging memory
 * @param key the key of the staging memory
 * @param rdma whether it has a device that reads the memory of others
 * @param file the file that contains the staging memory, or null if there is none
 * @param mark the random bits at the start of the staging memory
 */
record PortAddress(
    byte[] worker, long staging, byte[] key, boolean rdma, @Nullable SharedFile file, UUID mark) {
  private static final int FIXED_BYTES = 4 * Integer.BYTES + 5 * Long.BYTES + 1;

  byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + worker.length + key.length);
    out.putInt(StagingMemory.LENGTH).putLong(staging);
    out.put((byte) (rdma ? 1 : 0));
    out.putLong(mark.getMostSignificantBits()).putLong(mark.getLeastSignificantBits());
    out.putLong(file == null ? 0 : file.process());
    out.putInt(file == null ? 0 : file.descriptor()).putLong(file == null ? 0 : file.offset());
    out.putInt(worker.length).put(worker).putInt(key.length).put(key);
    return out.array();
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is not an address of this transport
   */
  static PortAddress of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      int length = in.getInt();
      long staging = in.getLong();
      byte rdma = in.get();
      UUID mark = new UUID(in.getLong(), in.getLong());
      SharedFile file = new SharedFile(in.getLong(), in.getInt(), in.getLong());
      byte[] worker = field(in);
      byte[] key = field(in);
      if (length != StagingMemory.LENGTH
          || staging <= 0
          || staging > Long.MAX_VALUE - length
          || rdma >> 1 != 0
          || file.process() < 0
          || file.descriptor() < 0
          || file.offset() < 0
          || worker.length == 0
          || key.length == 0
          || in.hasRemaining()) {
        throw new IllegalArgumentException("this is no address of UCX");
      }
      return new PortAddress(
          worker, staging, key, rdma == 1, file.process() == 0 ? null : file, mark);
    } catch (BufferUnderflowException tooShort) {
      throw new IllegalArgumentException("this is no address of UCX", tooShort);
    }
  }

  private static byte[] field(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("this is no address of UCX");
    }
    byte[] field = new byte[length];
    in.get(field);
    return field;
  }
}
