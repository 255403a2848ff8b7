package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import java.util.List;

/**
 * What became of everything that was submitted, over all streams of tasks.
 *
 * @param submitted the tasks that were submitted, those of the program and those that bring data
 *     home; horizons and epochs are not counted
 * @param loops those of them that are loops
 * @param executed the tasks that are known to be executed, because a horizon after them was
 * @param traffic the kernels and bytes of all instructions that have ended
 * @param mostHorizons the most horizons and epochs that were pending at a time
 * @param mostTasks the most tasks that were live at a time
 * @param waits how often the submitting thread waited because too much was pending
 * @param waitedNanos how long it did, in nanoseconds
 * @param memories what was allocated outside of the heap, in the order of the names
 * @param kernels what each loop did on each device, most runs first
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
   * What is allocated in one memory.
   *
   * @param name the device, or for what devices can reach of the host {@code "host"}
   * @param device whether it is a device's
   * @param used bytes now
   * @param most bytes at a time
   */
  public record Memory(String name, boolean device, long used, long most) {}

  /**
   * What a loop did on a device.
   *
   * @param loop the loop, {@code Heat.heat:12}
   * @param device the device
   * @param runs kernels; a loop that is split has one on each device
   * @param nanos the time that the device was busy with them, from when the kernel before has ended
   *     or this one was given to the device, in nanoseconds
   * @param bytesIn bytes copied to the device because they needed them
   * @param bytesOut bytes copied back of what they have written
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

  /** The most bytes of devices that were allocated, over all of them. */
  public long mostDeviceBytes() {
    long sum = 0;
    for (Memory memory : memories) {
      sum += memory.device() ? memory.most() : 0;
    }
    return sum;
  }
}
