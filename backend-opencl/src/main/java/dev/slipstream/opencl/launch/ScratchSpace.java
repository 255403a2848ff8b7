package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.opencl.memory.ClBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory for scratch arrays of one in-order queue. Its kernels run in sequence, so that they
 * can all use the same memory. Used by one thread.
 */
final class ScratchSpace {
  private final BufferPool pool;
  private final List<ClBuffer> buffers = new ArrayList<>();

  ScratchSpace(BufferPool pool) {
    this.pool = pool;
  }

  /**
   * Memory with any content, valid until the queue's next kernel.
   *
   * @param number the number of the kernel's scratch array, from 0
   */
  ClBuffer take(int number, long bytes) throws ClException {
    while (buffers.size() <= number) {
      buffers.add(ClBuffer.NONE);
    }
    ClBuffer known = buffers.get(number);
    if (known.bytes() >= bytes) {
      return known;
    }
    buffers.set(number, ClBuffer.NONE);
    if (known.handle() != 0) {
      pool.discard(known);
    }
    ClBuffer taken = pool.take(bytes);
    buffers.set(number, taken);
    return taken;
  }

  /** Releases everything; OpenCL frees the memory when the last kernel that uses it has ended. */
  void release() throws ClException {
    for (ClBuffer buffer : buffers) {
      if (buffer.handle() != 0) {
        pool.discard(buffer);
      }
    }
    buffers.clear();
  }
}
