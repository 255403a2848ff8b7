package dev.slipstream.tornado.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Memory with ints on the stand-in for a device that records. */
final class IntBlocks {
  /** The number of ints in a block. */
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

  /** Releases all blocks made here, so that they can be collected. */
  void forget() {
    blocks = blocks();
  }

  /** Returns a block with successive numbers from a first one on. */
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

  /** Returns the contents of a block. */
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
