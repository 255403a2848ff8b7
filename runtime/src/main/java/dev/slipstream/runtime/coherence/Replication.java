package dev.slipstream.runtime.coherence;

/**
 * Whether other processes run the same program and have to submit the same for the same arrays.
 * Then nothing that is submitted may depend on anything but the program: neither on time, nor on
 * what the garbage collector has done, nor on the memory of one machine.
 *
 * @param isOn whether there are such processes
 * @param heapBytes the most bytes that the heap can have; with such processes, that of the one with
 *     the smallest
 */
public record Replication(boolean isOn, long heapBytes) {
  /** There are no such processes. */
  public static Replication none() {
    return new Replication(false, Runtime.getRuntime().maxMemory());
  }
}
