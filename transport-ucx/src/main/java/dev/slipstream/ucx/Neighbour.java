package dev.slipstream.ucx;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this node shares with a peer on this machine: elements and a ring of messages for it in this
 * node's memory, and the same in the peer's memory, once that is mapped. Used by the engine alone.
 */
final class Neighbour {
  /** Slots of this node's memory for elements that the peer copies. */
  final Slots slots;

  private final ByteBuffer own;
  private final int block;
  private final int peerBlock;
  private final PeerBlocks layout;
  private @Nullable ByteBuffer memory;
  private @Nullable RingReader reader;
  private @Nullable RingWriter writer;
  private boolean peerReads;

  /**
   * @param own this node's memory
   * @param block where its block for the peer begins
   * @param peerBlock where the peer's block for this node begins
   * @param layout the layout of both
   */
  Neighbour(ByteBuffer own, int block, int peerBlock, PeerBlocks layout) {
    this.own = own;
    this.block = block;
    this.peerBlock = peerBlock;
    this.layout = layout;
    this.slots = new Slots(own, block + layout.firstSlot(), PeerBlocks.SLOT_BYTES, layout.slots());
  }

  /**
   * Maps the peer's memory.
   *
   * @param file the file that contains it
   * @param mark the random bits at its start
   * @return whether that worked
   */
  boolean map(SharedFile file, UUID mark) {
    ByteBuffer mapped = StagingMemory.map(file, mark);
    if (mapped == null) {
      return false;
    }
    memory = mapped;
    reader = new RingReader(own, block, mapped, peerBlock, layout.ringBytes());
    writer = new RingWriter(own, block, mapped, peerBlock, layout.ringBytes());
    return true;
  }

  /** The peer has mapped this node's memory, and reads its ring. */
  void peerReads() {
    peerReads = true;
  }

  /** Whether each has mapped the memory of the other. */
  boolean isWritable() {
    return peerReads && writer != null;
  }

  /**
   * Writes messages to the ring.
   *
   * @param codec encodes them
   * @param messages announcements, and one of any kind
   * @param contents the size of the elements behind them
   * @param elements writes these
   * @return false if the ring has no room, or one of both has not mapped the other's memory
   */
  boolean write(
      ControlCodec codec,
      List<ControlMessage> messages,
      int contents,
      Consumer<ByteBuffer> elements) {
    RingWriter ring = peerReads ? writer : null;
    ByteBuffer out = ring == null ? null : ring.begin(ControlCodec.MOST_BYTES);
    if (ring == null || out == null) {
      return false;
    }
    int start = out.position();
    codec.writeUnsigned(messages, out);
    int header = out.position() - start;
    if (contents > 0) {
      elements.accept(out.slice(out.position(), contents));
    }
    ring.end(header, header + contents);
    return true;
  }

  /**
   * Reads the messages that the peer has written.
   *
   * @return whether there were any
   * @throws IllegalArgumentException if one is not valid
   */
  boolean poll(RingReader.Taker taker) {
    return reader != null && reader.poll(taker);
  }

  /** Whether the peer has to be woken by a message of UCX to read what was written. */
  boolean isAsleep() {
    VarHandle.fullFence();
    return memory != null && StagingMemory.isAsleep(memory);
  }

  /** Returns elements in the peer's memory, or null if they cannot be there. */
  @Nullable ByteBuffer elements(int slot, int length) {
    ByteBuffer mapped = memory;
    if (mapped == null || slot < 0 || slot >= layout.slots() || length > PeerBlocks.SLOT_BYTES) {
      return null;
    }
    return mapped.slice(peerBlock + layout.firstSlot() + slot * PeerBlocks.SLOT_BYTES, length);
  }
}
