package dev.slipstream.runtime.graph.task;

/** Decides when a horizon is due. It must decide the same on every node. */
@FunctionalInterface
public interface HorizonPolicy {
  /**
   * The events since the last horizon or epoch.
   *
   * @param criticalPathGrowth by how many tasks the longest chain has grown
   * @param frontSize how many tasks no other waits for
   * @param tasks how many tasks were submitted
   */
  record Need(int criticalPathGrowth, int frontSize, int tasks) {}

  /**
   * Decides after each task.
   *
   * @param need the events since the last horizon or epoch
   * @return whether to create a horizon now
   */
  boolean due(Need need);
}
