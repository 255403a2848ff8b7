package dev.slipstream.runtime.graph.task;

/**
 * The default policy: a horizon is due when the critical path has grown by a step, or when many
 * tasks are in front (P. Thoman, P. Salzmann: <i>Command Horizons: Coalescing Data Dependencies
 * while Maintaining Asynchronicity</i>, 2023). The bound on tasks is for wide and shallow graphs,
 * in which neither happens for long.
 *
 * @param step by how much the critical path may grow, at least 0
 * @param maxParallelism how many tasks may be in front, at least 1
 * @param maxTasks how many tasks may lie between two horizons, at least 1
 */
public record StepHorizons(int step, int maxParallelism, int maxTasks) implements HorizonPolicy {
  /** The step of 4 and the parallelism of 64, as in Celerity. */
  public static final StepHorizons USUAL = of(4, 64);

  private static final int TASKS_PER_PARALLELISM = 16;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is below its least value
   */
  public StepHorizons {
    if (step < 0 || maxParallelism < 1 || maxTasks < 1) {
      throw new IllegalArgumentException(
          "horizons need a step of at least 0, and at least 1 task in front and between: "
              + step
              + ", "
              + maxParallelism
              + ", "
              + maxTasks);
    }
  }

  /**
   * Creates a policy with the usual bound on tasks.
   *
   * @param step by how much the critical path may grow
   * @param maxParallelism how many tasks may be in front
   * @return the policy
   */
  public static StepHorizons of(int step, int maxParallelism) {
    return new StepHorizons(step, maxParallelism, TASKS_PER_PARALLELISM * maxParallelism);
  }

  @Override
  public boolean due(Need need) {
    return need.criticalPathGrowth() >= step
        || need.frontSize() >= maxParallelism
        || need.tasks() >= maxTasks;
  }
}
