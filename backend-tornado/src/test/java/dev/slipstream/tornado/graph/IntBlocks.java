package dev.slipstream.tornado.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    ByteBuffer memory = memory();
    memory.asIntBuffer().put(values);
    copies.write(block, 0, memory);
    return block;
  }

  private static ByteBuffer memory() {
    return ByteBuffer.allocateDirect(Integer.BYTES * LENGTH).order(ByteOrder.nativeOrder());
  }

  /** What a block has. */
  int[] elements(DeviceBlock block) throws Exception {
    int[] found = new int[LENGTH];
    ByteBuffer memory = memory();
    copies.read(block, 0, memory);
    memory.asIntBuffer().get(found);
    return found;
  }

  void close() throws Exception {
    copies.close(blocks.take(0));
    blocks.freeAll();
  }
}
