package dev.slipstream.opencl.launch;

import org.lwjgl.system.MemoryUtil;

/**
 * Native memory for the time of one launch, kept for the next one up to a size (fresh pages cost
 * more than the copy). Used under the device's lock.
 */
final class ScratchMemory implements AutoCloseable {
  private static final long KEPT_BYTES = 256L << 20;

  private long address;
  private long capacity;

  /**
   * The address of {@code bytes} bytes with any content, valid until the next call.
   *
   * @throws OutOfMemoryError if there is no such memory
   */
  long take(long bytes) {
    if (bytes > capacity) {
      close();
      address = MemoryUtil.nmemAllocChecked(bytes);
      capacity = bytes;
    }
    return address;
  }

  /** Frees the memory if it is large. */
  void shrink() {
    if (capacity > KEPT_BYTES) {
      close();
    }
  }

  @Override
  public void close() {
    if (address != 0) {
      MemoryUtil.nmemFree(address);
      address = 0;
      capacity = 0;
    }
  }
}
