package dev.slipstream.api;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A group of collective host tasks that run in sequence, in the same order on every rank, with a
 * communicator of their own. Tasks of different groups may run at the same time. All ranks belong
 * to every group, and must use groups for the first time in the same order.
 */
public final class CollectiveGroup {
  private static final CollectiveGroup USUAL = new CollectiveGroup("default");

  /** The number of groups that have been used. */
  private static final AtomicInteger USED = new AtomicInteger();

  private final String name;

  /** The number among all groups; negative until the group is used. */
  private int number = -1;

  private int tasks;

  private CollectiveGroup(String name) {
    this.name = name;
  }

  /**
   * Creates a group.
   *
   * @param name its name in messages
   */
  public static CollectiveGroup of(String name) {
    return new CollectiveGroup(name);
  }

  /** The group of collective host tasks that are submitted without a group. */
  public static CollectiveGroup usual() {
    return USUAL;
  }

  /** Its number, the same on all ranks: they use groups for the first time in the same order. */
  synchronized int number() {
    if (number < 0) {
      number = USED.getAndIncrement();
    }
    return number;
  }

  /** The number of the group's next task, which is being submitted; the same on all ranks. */
  synchronized int nextTask() {
    return tasks++;
  }

  @Override
  public String toString() {
    return name;
  }
}
