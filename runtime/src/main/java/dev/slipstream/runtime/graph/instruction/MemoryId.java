package dev.slipstream.runtime.graph.instruction;

/**
 * Identifies a memory of one node.
 *
 * @param number 0 for the heap, 1 for host memory, then the devices
 */
public record MemoryId(int number) implements Comparable<MemoryId> {
  /** The memory of the program's own arrays, which are always allocated as a whole. */
  public static final MemoryId HEAP = new MemoryId(0);

  /** Host memory that devices and the network can access. */
  public static final MemoryId HOST = new MemoryId(1);

  /** A node has at most this many memories. */
  static final int MOST = 62;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is negative or above 61
   */
  public MemoryId {
    if (number < 0 || number >= MOST) {
      throw new IllegalArgumentException("memories have numbers from 0 to 61, not " + number);
    }
  }

  /**
   * Returns the default memory of a device.
   *
   * @param device the index of the device among those of the node, from 0
   * @return its memory
   */
  public static MemoryId ofDevice(int device) {
    return new MemoryId(2 + device);
  }

  /** Whether this is the memory of a device: neither the heap nor host memory. */
  public boolean isDevice() {
    return number > HOST.number;
  }

  @Override
  public int compareTo(MemoryId other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return switch (number) {
      case 0 -> "heap";
      case 1 -> "host";
      default -> "device " + (number - 2);
    };
  }
}
