package dev.slipstream.ucx;

/**
 * What each node's staging memory contains for each peer that has mapped it: the position up to
 * which the owner has written messages, the position up to which it has read the peer's messages, a
 * ring of messages, and slots of elements. So each node only writes to its own memory. All nodes of
 * a run use the same layout.
 *
 * @param blocks for how many peers there is room
 */
record PeerBlocks(int blocks) {
  /** Where in a block the position is up to which the owner has written. */
  static final int WRITTEN = 0;

  /** Where in a block the position is up to which the owner has read the peer's ring. */
  static final int READ = 128;

  /** Where in a block the ring begins. */
  static final int RING = 256;

  /** The size of a slot: small enough that writing and reading overlap. */
  static final int SLOT_BYTES = 64 << 10;

  /** The size of all blocks. */
  static final int AREA_BYTES = 8 * (25 * SLOT_BYTES);

  /** With more slots, elements would not stay in the caches. */
  private static final int LEAST_BLOCKS = 8;

  /** With smaller blocks a ring may have no room for a message before or behind its position. */
  private static final int MOST_BLOCKS = 16;

  /** The layout in a run of so many nodes. */
  static PeerBlocks of(int nodes) {
    int blocks = LEAST_BLOCKS;
    while (blocks < MOST_BLOCKS && blocks < nodes - 1) {
      blocks *= 2;
    }
    return new PeerBlocks(blocks);
  }

  private int blockBytes() {
    return AREA_BYTES / blocks;
  }

  /**
   * Returns where in the area of a node the block for a peer begins.
   *
   * @return an offset, or -1 if there is no room for it
   */
  int block(int owner, int peer) {
    int index = peer < owner ? peer : peer - 1;
    return index < blocks ? index * blockBytes() : -1;
  }

  /** How many slots each peer has. */
  int slots() {
    return (blockBytes() - 1) / SLOT_BYTES;
  }

  /** Where in a block the slots begin. */
  int firstSlot() {
    return blockBytes() - slots() * SLOT_BYTES;
  }

  /** The size of each ring. */
  int ringBytes() {
    return firstSlot() - RING;
  }
}
