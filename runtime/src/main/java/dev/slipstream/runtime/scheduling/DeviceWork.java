package dev.slipstream.runtime.scheduling;

import java.util.List;

/**
 * The computation of a loop that several devices can run, as a whole or in parts. If only one
 * device can run it, it is the only entry.
 *
 * @param first the index of the first of these devices among the devices of the node
 * @param byPlace the work in the form of each device's lanes, beginning with the first device
 */
public record DeviceWork(int first, List<Work> byPlace) implements Work {
  /** Copies the list. */
  public DeviceWork {
    byPlace = List.copyOf(byPlace);
  }

  /** Creates work that all devices of a node can run. */
  public DeviceWork(List<Work> byPlace) {
    this(0, byPlace);
  }

  /**
   * The work in the form of a device's lanes.
   *
   * @param place the device's index among those of the node
   */
  public Work at(int place) {
    return byPlace.get(place - first);
  }
}
