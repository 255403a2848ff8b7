package dev.slipstream.api;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Collective host tasks that run one after the other, in the same order on every rank, and talk
 * over a communicator of their own. Those of different groups may run at the same time. All ranks
 * belong to every group, and use groups for the first time in the same order.
 */
public final class CollectiveGroup {
  private static final CollectiveGroup USUAL = new CollectiveGroup("default");

  /** How many groups have been used. */
  private static final AtomicInteger USED = new AtomicInteger();

  private final String name;

  /** Among all groups; less than 0 until it is used. */
  private int number = -1;

  private int tasks;

  private CollectiveGroup(String name) {
    this.name = name;
  }

  /**
   * Another group.
   *
   * @param name for messages
   */
  public static CollectiveGroup of(String name) {
    return new CollectiveGroup(name);
  }

  /** The group of collective host tasks that name none. */
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

  /** The number of its next task, which is submitted now; the same on all ranks. */
  synchronized int nextTask() {
    return tasks++;
  }

  @Override
  public String toString() {
    return name;
  }
}
