package dev.slipstream.tornado.graph;

import java.util.Arrays;

/** Memory with ints on what stands for a device that records. */
final class IntBlocks {
  /** How many each block has. */
  static final int LENGTH = 40;

  private final StandInTarget on;
  private DeviceBlocks blocks;
  private final HostCopies copies;

  IntBlocks(StandInTarget on) {
    this.on = on;
    blocks = blocks();
    copies = new HostCopies(on.target(), on.kernels());
  }

  private DeviceBlocks blocks() {
    return new DeviceBlocks(on.target(), on.kernels(), 1 << 20, 0);
  }

  /** Keeps none of the blocks from being collected that it has made. */
  void forget() {
    blocks = blocks();
  }

  /** A block with numbers from a first one on. */
  DeviceBlock filled(int first) throws Exception {
    DeviceBlock block = blocks.take((long) Integer.BYTES * LENGTH);
    int[] values = new int[LENGTH];
    Arrays.setAll(values, i -> first + i);
    copies.store(
        block,
        Integer.BYTES,
        0,
        LENGTH,
        (from, count, at) -> at.asIntBuffer().put(values, from, count));
    return block;
  }

  /** What a block has. */
  int[] elements(DeviceBlock block) throws Exception {
    int[] found = new int[LENGTH];
    copies.load(
        block,
        Integer.BYTES,
        0,
        LENGTH,
        (from, count, at) -> at.asIntBuffer().get(found, from, count));
    return found;
  }

  void close() throws Exception {
    copies.close(blocks.take(0));
    blocks.freeAll();
  }
}
