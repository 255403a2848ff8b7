package dev.slipstream.api;

/**
 * Collective host tasks that run one after the other, in the same order on every rank, and talk
 * over a communicator of their own. Those of different groups may run at the same time. All ranks
 * belong to every group, and create groups in the same order.
 */
public final class CollectiveGroup {
  private static final CollectiveGroup USUAL = new CollectiveGroup("default");

  private final String name;
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

  /** The number of its next task, which is submitted now; the same on all ranks. */
  synchronized int nextTask() {
    return tasks++;
  }

  @Override
  public String toString() {
    return name;
  }
}
