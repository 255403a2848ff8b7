package dev.slipstream.runtime.execution;

import java.util.Optional;

/**
 * Lanes of the same kind: the compute queues of a device, its queues of one copy direction, or
 * threads of the host. A lane does its jobs one after the other, in the order in which it gets
 * them.
 *
 * @param name what messages and traces call it, for example {@code opencl:0 upload}
 * @param lanes how many lanes there are, 1 or more. Jobs that wait for other nodes need as many
 *     lanes as can wait at the same time, or nodes may wait for each other
 * @param depth how many jobs a lane has before those that do not follow from them wait for another
 *     lane; 1 or more. 1 is right for threads; a device is kept busy by more
 * @param events names what lanes share that can wait for each other's jobs themselves, for example
 *     the queues of one OpenCL context; empty where the host must see that a job has ended
 */
public record LaneGroup(String name, int lanes, int depth, Optional<String> events) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no lane or a lane takes no job
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
   * @param name what messages call it
   * @param lanes how many there are, 1 or more
   * @param depth how many jobs that do not follow from each other a lane has at most, 1 or more
   * @return the group
   * @throws IllegalArgumentException if there is no lane or a lane takes no job
   */
  public static LaneGroup of(String name, int lanes, int depth) {
    return new LaneGroup(name, lanes, depth, Optional.empty());
  }

  /**
   * Returns these lanes as such that can wait for jobs of others.
   *
   * @param domain what they share; lanes with an equal name can wait for each other
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
