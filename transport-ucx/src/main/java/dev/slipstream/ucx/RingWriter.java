package dev.slipstream.ucx;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages for one peer to a ring in this node's memory, which the peer has mapped. A
 * message consists of a header and contents. Used by the engine alone.
 */
final class RingWriter {
  /** Longs in shared memory. */
  static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Where a message contains its size, and the size of its header, before these. */
  static final int SIZES = 2 * Integer.BYTES;

  /** The size of a message if the next one is at the start of the ring. */
  static final int AT_START = -1;

  static final int ALIGNMENT = Long.BYTES;

  private final ByteBuffer own;
  private final ByteBuffer message;
  private final ByteBuffer peer;
  private final int block;
  private final int peerBlock;
  private final int size;
  private long written;

  /** The position up to which the peer is known to have read. */
  private long read;

  /**
   * @param own this node's memory
   * @param block where its block for the peer begins
   * @param peer the peer's memory
   * @param peerBlock where the peer's block for this node begins
   * @param size the size of each ring
   */
  RingWriter(ByteBuffer own, int block, ByteBuffer peer, int peerBlock, int size) {
    this.own = own;
    this.message = own.duplicate();
    this.block = block;
    this.peer = peer;
    this.peerBlock = peerBlock;
    this.size = size;
  }

  /**
   * Begins a message.
   *
   * @param most the most bytes of its header and contents
   * @return the buffer to write to, from its position on; null if the ring has no room
   */
  @Nullable ByteBuffer begin(int most) {
    int needed = (SIZES + most + ALIGNMENT - 1) & -ALIGNMENT;
    int at = (int) (written % size);
    int skipped = size - at < needed ? size - at : 0;
    if (size - (written - read) < skipped + needed) {
      long told = (long) LONGS.getAcquire(peer, peerBlock + PeerBlocks.READ);
      // A peer that has read more than was written, or less than before, is not believed.
      if (told > written || told < read || size - (written - told) < skipped + needed) {
        return null;
      }
      read = told;
    }
    if (skipped > 0) {
      own.putInt(block + PeerBlocks.RING + at, AT_START);
      written += skipped;
      at = 0;
    }
    int start = block + PeerBlocks.RING + at;
    return message.limit(start + SIZES + most).position(start + SIZES);
  }

  /**
   * Ends the message that was begun, so that the peer may read it.
   *
   * @param header the size of its header
   * @param length its size
   */
  void end(int header, int length) {
    int start = block + PeerBlocks.RING + (int) (written % size);
    own.putInt(start, length).putInt(start + Integer.BYTES, header);
    written += (SIZES + length + ALIGNMENT - 1) & -ALIGNMENT;
    LONGS.setRelease(own, block + PeerBlocks.WRITTEN, written);
  }
}
