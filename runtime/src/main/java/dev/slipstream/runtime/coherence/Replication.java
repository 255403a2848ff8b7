package dev.slipstream.runtime.coherence;

/**
 * Whether other processes run the same program and have to submit the same for the same arrays. If
 * so, what is submitted must depend on the program alone: not on time, the garbage collector's
 * progress, or the memory of one machine.
 *
 * @param isOn whether there are such processes
 * @param heapBytes the maximum size of the heap; with such processes, the smallest of all maximum
 *     sizes
 */
public record Replication(boolean isOn, long heapBytes) {
  /** There are no such processes. */
  public static Replication none() {
    return new Replication(false, Runtime.getRuntime().maxMemory());
  }
}
