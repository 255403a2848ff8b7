package dev.slipstream.runtime.graph.task;

/** Says when a horizon is due. It must give the same answers on every node. */
@FunctionalInterface
public interface HorizonPolicy {
  /**
   * What happened since the last horizon or epoch.
   *
   * @param criticalPathGrowth by how many tasks the longest chain has grown
   * @param frontSize how many tasks no other waits for
   * @param tasks how many tasks were submitted
   */
  record Need(int criticalPathGrowth, int frontSize, int tasks) {}

  /**
   * Decides after each task.
   *
   * @param need what happened since the last horizon or epoch
   * @return whether to create a horizon now
   */
  boolean due(Need need);
}
