package dev.slipstream.runtime.scheduling;

import java.util.List;

/**
 * What a loop computes that any of several devices may run, or all of them a part of.
 *
 * @param byPlace the work as the lanes of each device understand it, by the device's place among
 *     those of the node
 */
public record DeviceWork(List<Work> byPlace) implements Work {
  /** Copies the list. */
  public DeviceWork {
    byPlace = List.copyOf(byPlace);
  }
}
