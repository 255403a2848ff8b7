package dev.slipstream.ucx;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpMemMapParams;
import org.openucx.jucx.ucp.UcpMemory;

/**
 * Memory allocated by UCX, which peers on this machine map and network devices read: a mark, by
 * which a peer knows that it has mapped the right memory; what is shared with each peer on this
 * machine; and elements that UCX reads or sends. Used by one thread.
 */
final class StagingMemory {
  /** Where the blocks of peers on this machine begin. */
  static final int BLOCKS = 64 << 10;

  /** The size of the slots that UCX reads or sends. */
  static final int SLOT_BYTES = 1 << 20;

  /** The number of slots that UCX reads or sends. */
  static final int SLOTS = 24;

  private static final int SLOTS_AT = BLOCKS + PeerBlocks.AREA_BYTES;

  /** The size of the memory. */
  static final int LENGTH = SLOTS_AT + SLOTS * SLOT_BYTES;

  /** Where it is noted that the owner waits for a message of UCX. */
  private static final int ASLEEP = 128;

  /** The slots that UCX reads or sends. */
  final Slots slots;

  private final UcpMemory memory;
  private final ByteBuffer bytes;
  private final UUID mark = UUID.randomUUID();

  StagingMemory(UcpContext context) {
    memory = context.memoryMap(new UcpMemMapParams().allocate().setLength(LENGTH));
    bytes = UcxUtils.getByteBufferView(memory.getAddress(), (long) LENGTH);
    bytes.putLong(0, mark.getMostSignificantBits()).putLong(8, mark.getLeastSignificantBits());
    slots = new Slots(bytes, SLOTS_AT, SLOT_BYTES, SLOTS);
  }

  /** The address of the memory. */
  long address() {
    return memory.getAddress();
  }

  /** The address of a slot. */
  long address(int slot) {
    return memory.getAddress() + slots.at(slot);
  }

  /** The address of a slot in the memory of a peer. */
  static long address(long memory, int slot) {
    return memory + SLOTS_AT + (long) slot * SLOT_BYTES;
  }

  /** The key that peers need to read it. */
  byte[] key() {
    ByteBuffer key = memory.getRemoteKeyBuffer();
    byte[] copy = new byte[key.remaining()];
    key.duplicate().get(copy);
    return copy;
  }

  /** The random bits at the start of the memory. */
  UUID mark() {
    return mark;
  }

  /** The file that contains the memory, or null if peers cannot map it. */
  @Nullable SharedFile file() {
    return SharedFile.of(memory.getAddress(), LENGTH);
  }

  /** All of the memory. */
  ByteBuffer bytes() {
    return bytes;
  }

  /**
   * Maps the memory of a peer.
   *
   * @param file the file that contains it
   * @param mark the random bits at its start
   * @return the memory, or null if it is not to be had
   */
  static @Nullable ByteBuffer map(SharedFile file, UUID mark) {
    ByteBuffer peer = file.map(LENGTH);
    return peer != null && mark.equals(new UUID(peer.getLong(0), peer.getLong(8))) ? peer : null;
  }

  /**
   * Notes whether this node waits for a message of UCX. What peers have written to their rings
   * before they could see this must be read afterwards.
   */
  void setAsleep(boolean asleep) {
    RingWriter.LONGS.setVolatile(bytes, ASLEEP, asleep ? 1L : 0L);
    VarHandle.fullFence();
  }

  /** Whether a peer waits for a message of UCX, although something was written for it. */
  static boolean isAsleep(ByteBuffer peer) {
    return (long) RingWriter.LONGS.getAcquire(peer, ASLEEP) != 0;
  }

  void close() {
    memory.deregister();
  }
}
