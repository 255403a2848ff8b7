package dev.slipstream.runtime.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The usual store: devices are used as far as they go, and host memory is outside of the heap. Some
 * of what is given back is kept for the next who want as much, since the JVM zeroes new memory and
 * frees old memory late.
 */
public final class DirectMemory implements MemoryStore {
  private static final int PAGE = 4096;

  private final long mostKept;
  private final Map<Integer, Deque<ByteBuffer>> kept = new TreeMap<>();
  private long keptBytes;

  /**
   * Creates a store that keeps nothing yet.
   *
   * @param mostKept the most bytes that are kept for later, at least 0
   */
  public DirectMemory(long mostKept) {
    this.mostKept = mostKept;
  }

  @Override
  public long budget(int device, long memoryBytes) {
    return memoryBytes;
  }

  @Override
  public synchronized ByteBuffer take(long bytes, Purpose purpose) {
    int size = size(bytes);
    Deque<ByteBuffer> same = kept.get(size);
    ByteBuffer memory = same == null ? null : same.pollFirst();
    if (memory == null) {
      return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }
    keptBytes -= size;
    return memory.clear();
  }

  /** Whole pages up to a megabyte, then whole megabytes: few sizes, and little that is unused. */
  private static int size(long bytes) {
    long unit = bytes <= 256L * PAGE ? PAGE : 256L * PAGE;
    long size = Math.max(1, (bytes + unit - 1) / unit) * unit;
    if (bytes < 0 || size > Integer.MAX_VALUE) {
      throw new OutOfMemoryError(
          "host memory of "
              + bytes
              + " bytes was wanted at once, and at most 2 GiB can be had: give devices more memory"
              + " with slipstream.device.memory, or let loops use smaller arrays");
    }
    return (int) size;
  }

  @Override
  public synchronized void giveBack(ByteBuffer memory) {
    if (keptBytes + memory.capacity() <= mostKept) {
      kept.computeIfAbsent(memory.capacity(), size -> new ArrayDeque<>()).addFirst(memory);
      keptBytes += memory.capacity();
    }
  }
}
