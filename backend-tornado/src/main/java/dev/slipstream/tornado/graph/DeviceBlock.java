package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoGraph;

/**
 * A block of memory on the device.
 *
 * @param graph the graph that owns it
 * @param memory the array of that graph that uses the block; its elements on the host are
 *     meaningless
 * @param size the block's size in bytes
 * @param lasts whether it can never be freed
 * @param address its address in the device's memory; 0 if unknown
 */
record DeviceBlock(TornadoGraph graph, NativeArray memory, int size, boolean lasts, long address)
    implements DeviceBuffer {
  @Override
  public long bytes() {
    return size;
  }

  /** Blocks are equal by identity, whatever they hold. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
