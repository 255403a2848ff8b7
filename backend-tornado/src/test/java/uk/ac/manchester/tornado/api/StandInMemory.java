package uk.ac.manchester.tornado.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** Memory of what stands for the device; it holds garbage at first. */
public final class StandInMemory {
  /** What all of it together may be. */
  public static final long MOST = 64L << 20;

  private static final AtomicLong ALLOCATED = new AtomicLong();
  private static final byte GARBAGE = 0x5a;

  final ByteBuffer bytes;
  private boolean freed;

  StandInMemory(int size) {
    if (ALLOCATED.addAndGet(size) > MOST) {
      ALLOCATED.addAndGet(-size);
      throw new IllegalStateException("Unable to allocate " + size + " bytes of memory.");
    }
    byte[] garbage = new byte[size];
    Arrays.fill(garbage, GARBAGE);
    bytes = ByteBuffer.wrap(garbage).order(ByteOrder.nativeOrder());
  }

  /** How many bytes are allocated. */
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
      ALLOCATED.addAndGet(-bytes.capacity());
    }
  }
}
