package uk.ac.manchester.tornado.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Memory of the stand-in for the device; it holds garbage at first. */
public final class StandInMemory {
  /** The limit of all memory together. */
  public static final long MOST = 64L << 20;

  private static final AtomicLong ALLOCATED = new AtomicLong();
  private static final byte GARBAGE = 0x5a;

  /** The distance between the addresses of two allocations. */
  private static final long APART = 1L << 32;

  private static final AtomicLong ADDRESSES = new AtomicLong(APART);
  private static final ConcurrentSkipListMap<Long, StandInMemory> ALL =
      new ConcurrentSkipListMap<>();

  final ByteBuffer bytes;
  final long address = ADDRESSES.getAndAdd(APART);
  private boolean freed;

  StandInMemory(int size) {
    if (ALLOCATED.addAndGet(size) > MOST) {
      ALLOCATED.addAndGet(-size);
      throw new IllegalStateException("Unable to allocate " + size + " bytes of memory.");
    }
    byte[] garbage = new byte[size];
    Arrays.fill(garbage, GARBAGE);
    bytes = ByteBuffer.wrap(garbage).order(ByteOrder.nativeOrder());
    ALL.put(address, this);
  }

  /**
   * Returns bytes of the device's memory.
   *
   * @throws IllegalStateException if they are not within one allocation
   */
  public static ByteBuffer at(long address, long bytes) {
    Map.Entry<Long, StandInMemory> found = ALL.floorEntry(address);
    if (found == null || address + bytes > found.getKey() + found.getValue().bytes.capacity()) {
      throw new IllegalStateException(bytes + " bytes at " + address + " are not allocated");
    }
    return found
        .getValue()
        .bytes
        .slice((int) (address - found.getKey()), (int) bytes)
        .order(ByteOrder.nativeOrder());
  }

  /** Returns how many bytes are allocated. */
  public static long allocated() {
    return ALLOCATED.get();
  }

  void requireThere() {
    if (freed) {
      throw new IllegalStateException("CL_INVALID_MEM_OBJECT");
    }
  }

  void free() {
    if (!freed) {
      freed = true;
      ALL.remove(address);
      ALLOCATED.addAndGet(-bytes.capacity());
    }
  }
}
