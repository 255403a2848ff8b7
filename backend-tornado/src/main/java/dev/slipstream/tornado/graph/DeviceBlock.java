package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoGraph;

/**
 * Memory on the device.
 *
 * @param graph the graph that it belongs to
 * @param memory the array of that graph that has it; its elements on the host mean nothing
 * @param size how large it is
 * @param lasts whether nothing can give it back
 * @param address where it is in the device's memory; 0 if nobody tells
 */
record DeviceBlock(TornadoGraph graph, NativeArray memory, int size, boolean lasts, long address)
    implements DeviceBuffer {
  @Override
  public long bytes() {
    return size;
  }

  /** Blocks are told apart, whatever they hold. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
