package dev.slipstream.ucx;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The address with which others reach a node.
 *
 * @param worker the address of its worker
 * @param staging the address of its staging memory
 * @param key the key of the staging memory
 * @param rdma whether it has a device that reads the memory of others
 */
record PortAddress(byte[] worker, long staging, byte[] key, boolean rdma) {
  byte[] bytes() {
    ByteBuffer out =
        ByteBuffer.allocate(3 * Integer.BYTES + Long.BYTES + 1 + worker.length + key.length);
    out.putInt(StagingMemory.SLOTS * StagingMemory.SLOT_BYTES).putLong(staging);
    out.put((byte) (rdma ? 1 : 0));
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
      byte[] worker = field(in);
      byte[] key = field(in);
      if (length != StagingMemory.SLOTS * StagingMemory.SLOT_BYTES
          || staging <= 0
          || staging > Long.MAX_VALUE - length
          || rdma >> 1 != 0
          || worker.length == 0
          || key.length == 0
          || in.hasRemaining()) {
        throw new IllegalArgumentException("this is no address of UCX");
      }
      return new PortAddress(worker, staging, key, rdma == 1);
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
