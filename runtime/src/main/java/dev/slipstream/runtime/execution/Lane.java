package dev.slipstream.runtime.execution;

import java.util.Objects;

/**
 * One lane, which runs its jobs in the order in which it gets them.
 *
 * @param group the group that it belongs to
 * @param index 0 to the number of lanes - 1
 */
public record Lane(LaneGroup group, int index) {
  /**
   * Checks the index.
   *
   * @throws IndexOutOfBoundsException if the group has no such lane
   */
  public Lane {
    Objects.checkIndex(index, group.lanes());
  }

  @Override
  public String toString() {
    return group.lanes() == 1 ? group.name() : group.name() + " " + index;
  }
}
