package dev.slipstream.runtime.execution;

import java.util.Optional;

/**
 * Lanes of the same kind: the compute queues of a device, its queues for one copy direction, or
 * threads of the host. Each lane runs its jobs in sequence, in the order in which it gets them.
 *
 * @param name its name in messages and traces, for example {@code opencl:0 upload}
 * @param lanes the number of lanes, 1 or more. Jobs that wait for other nodes need as many lanes as
 *     such jobs may wait at the same time; otherwise nodes may wait for each other
 * @param depth how many jobs a lane gets before unrelated jobs wait for another lane; 1 or more. 1
 *     is right for threads; more keep a device busy
 * @param events identifies lanes that can wait for each other's jobs without the host, for example
 *     the queues of one OpenCL context; empty if the host has to notice that a job has ended
 */
public record LaneGroup(String name, int lanes, int depth, Optional<String> events) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if {@code lanes} or {@code depth} is less than 1
   */
  public LaneGroup {
    if (lanes < 1 || depth < 1) {
      throw new IllegalArgumentException(
          "lanes "
              + name
              + " need a number and a depth of at least 1, not "
              + lanes
              + " and "
              + depth);
    }
  }

  /**
   * Returns lanes that cannot wait for other lanes.
   *
   * @param name its name in messages
   * @param lanes the number of lanes, 1 or more
   * @param depth how many unrelated jobs a lane has at most, 1 or more
   * @return the group
   * @throws IllegalArgumentException if {@code lanes} or {@code depth} is less than 1
   */
  public static LaneGroup of(String name, int lanes, int depth) {
    return new LaneGroup(name, lanes, depth, Optional.empty());
  }

  /**
   * Returns these lanes as lanes that can wait for jobs of others.
   *
   * @param domain the shared domain; lanes of equal domains can wait for each other
   * @return the group
   */
  public LaneGroup sharingEvents(String domain) {
    return new LaneGroup(name, lanes, depth, Optional.of(domain));
  }

  /**
   * Returns one of the lanes.
   *
   * @param index 0 to the number of lanes - 1
   * @return the lane
   * @throws IndexOutOfBoundsException if there is no such lane
   */
  public Lane lane(int index) {
    return new Lane(this, index);
  }
}
