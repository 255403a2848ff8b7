package dev.slipstream.ucx;

import java.nio.ByteBuffer;

/** Reads the messages of a peer from a ring in its memory. Used by the engine alone. */
final class RingReader {
  private final ByteBuffer peer;
  private final ByteBuffer message;
  private final int peerBlock;
  private final ByteBuffer own;
  private final int block;
  private final int size;
  private long read;

  /**
   * @param own this node's memory
   * @param block where its block for the peer begins
   * @param peer the peer's memory
   * @param peerBlock where the peer's block for this node begins
   * @param size the size of each ring
   */
  RingReader(ByteBuffer own, int block, ByteBuffer peer, int peerBlock, int size) {
    this.own = own;
    this.block = block;
    this.peer = peer;
    this.message = peer.duplicate();
    this.peerBlock = peerBlock;
    this.size = size;
  }

  /** Processes a message. */
  @FunctionalInterface
  interface Taker {
    /**
     * Called for each message.
     *
     * @param message from its position to its limit; in memory that the peer may change after this
     *     returns
     * @param header the size of its header, at most what remains of the message
     */
    void take(ByteBuffer message, int header);
  }

  /**
   * Reads what the peer has written.
   *
   * @param taker is notified of each message
   * @return whether there was any
   * @throws IllegalArgumentException if the peer has written no valid message
   */
  boolean poll(Taker taker) {
    long written = (long) RingWriter.LONGS.getAcquire(peer, peerBlock + PeerBlocks.WRITTEN);
    if (written == read) {
      return false;
    }
    if (written < read || written - read > size || written % RingWriter.ALIGNMENT != 0) {
      throw new IllegalArgumentException("position " + written + " behind " + read);
    }
    try {
      while (read < written) {
        next(written, taker);
      }
    } finally {
      RingWriter.LONGS.setRelease(own, block + PeerBlocks.READ, read);
    }
    return true;
  }

  private void next(long written, Taker taker) {
    int at = (int) (read % size);
    int start = peerBlock + PeerBlocks.RING + at;
    int length = peer.getInt(start);
    if (length == RingWriter.AT_START) {
      read += size - at;
      return;
    }
    int header = peer.getInt(start + Integer.BYTES);
    int most = (int) Math.min(size - at, written - read) - RingWriter.SIZES;
    if (length < 0 || length > most || header < 0 || header > length) {
      throw new IllegalArgumentException("a message of " + header + " and " + length + " bytes");
    }
    read += (RingWriter.SIZES + length + RingWriter.ALIGNMENT - 1) & -RingWriter.ALIGNMENT;
    message.limit(start + RingWriter.SIZES + length).position(start + RingWriter.SIZES);
    taker.take(message, header);
  }
}
