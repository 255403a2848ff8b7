package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import java.util.List;

/**
 * The figures of everything that was submitted, over all streams of tasks.
 *
 * @param submitted the tasks that were submitted, both by the program and to copy data back to the
 *     host; without horizons and epochs
 * @param loops how many of them are loops
 * @param executed the tasks that are known to be executed, because a horizon after them was
 * @param traffic the kernels and bytes of all instructions that have ended
 * @param mostHorizons the most horizons and epochs that were pending at the same time
 * @param mostTasks the most tasks that were live at the same time
 * @param waits how often the submitting thread waited because too much was pending
 * @param waitedNanos for how long it waited, in nanoseconds
 * @param memories what was allocated outside the heap, in the order of the names
 * @param kernels the figures of each loop on each device, most runs first
 */
public record GraphStatistics(
    long submitted,
    long loops,
    long executed,
    Traffic traffic,
    long mostHorizons,
    long mostTasks,
    long waits,
    long waitedNanos,
    List<Memory> memories,
    List<Kernels> kernels) {
  /** Nothing was submitted. */
  public static final GraphStatistics NONE =
      new GraphStatistics(0, 0, 0, Traffic.NONE, 0, 0, 0, 0, List.of(), List.of());

  /** Copies the lists. */
  public GraphStatistics {
    memories = List.copyOf(memories);
    kernels = List.copyOf(kernels);
  }

  /**
   * The bytes allocated in one memory.
   *
   * @param name the device, or {@code "host"} for host memory that devices can access
   * @param device whether it is a device's
   * @param used bytes now
   * @param most the most bytes at the same time
   */
  public record Memory(String name, boolean device, long used, long most) {}

  /**
   * The figures of a loop on a device.
   *
   * @param loop the loop, {@code Heat.heat:12}
   * @param device the device
   * @param runs kernels; a loop that is divided has one on each device
   * @param nanos the time that the device was busy with them, in nanoseconds; each from the end of
   *     the kernel before, or from when it was given to the device
   * @param bytesIn bytes copied to the device because they needed them
   * @param bytesOut bytes copied back that they have written
   */
  public record Kernels(
      String loop, String device, long runs, long nanos, long bytesIn, long bytesOut)
      implements Comparable<Kernels> {
    /** Most runs first, then by loop and device. */
    @Override
    public int compareTo(Kernels other) {
      int byRuns = Long.compare(other.runs, runs);
      int byLoop = byRuns == 0 ? loop.compareTo(other.loop) : byRuns;
      return byLoop == 0 ? device.compareTo(other.device) : byLoop;
    }
  }

  /** The most bytes that were allocated on devices, over all of them. */
  public long mostDeviceBytes() {
    long sum = 0;
    for (Memory memory : memories) {
      sum += memory.device() ? memory.most() : 0;
    }
    return sum;
  }
}
