package dev.slipstream.runtime.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The default store. It uses the whole memory of devices, and allocates host memory outside the
 * heap. It keeps some of the freed memory for later requests of the same size, since the JVM zeroes
 * new memory and frees old memory late.
 */
public final class DirectMemory implements MemoryStore {
  private static final int PAGE = 4096;

  private final long mostKept;
  private final Map<Integer, Deque<ByteBuffer>> kept = new TreeMap<>();
  private long keptBytes;

  /**
   * Creates a store that keeps nothing yet.
   *
   * @param mostKept the most bytes that are kept, at least 0
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

  /**
   * Rounds up to whole pages below a megabyte, then to whole megabytes: this gives few sizes, and
   * little waste.
   */
  private static int size(long bytes) {
    long unit = bytes <= 256L * PAGE ? PAGE : 256L * PAGE;
    long size = Math.max(1, (bytes + unit - 1) / unit) * unit;
    if (bytes < 0 || size > Integer.MAX_VALUE) {
      throw new OutOfMemoryError(
          "a block of host memory of "
              + bytes
              + " bytes is needed, and at most 2 GiB can be allocated: give devices more memory"
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
