package dev.slipstream.runtime.scheduling;

import java.util.List;

/**
 * What a loop computes that any of several devices may run, or all of them a part of; or one of
 * them alone, which is then the only one here.
 *
 * @param first the place of the first of them among the devices of the node
 * @param byPlace the work as the lanes of each device understand it, that of the first one first
 */
public record DeviceWork(int first, List<Work> byPlace) implements Work {
  /** Copies the list. */
  public DeviceWork {
    byPlace = List.copyOf(byPlace);
  }

  /** What all devices of a node may run. */
  public DeviceWork(List<Work> byPlace) {
    this(0, byPlace);
  }

  /**
   * The work as the lanes of a device understand it.
   *
   * @param place the device's place among those of the node
   */
  public Work at(int place) {
    return byPlace.get(place - first);
  }
}
