package dev.slipstream.api;

import java.util.Map;

/**
 * The values that an MPI library needs to create a communicator of its own among the ranks of a
 * collective host task. Every rank calls, on the thread of the task:
 *
 * <pre>
 * MPI_Comm_group(MPI_COMM_WORLD, &amp;world);
 * MPI_Group_incl(world, count, worldRanks, &amp;members);
 * MPI_Comm_create_group(MPI_COMM_WORLD, members, tag, &amp;communicator);
 * </pre>
 *
 * <p>Tasks of different groups may do so at the same time, so MPI must have been initialised with
 * {@code MPI_THREAD_MULTIPLE}. A communicator can be kept for later tasks of its group.
 */
public final class MpiGroup {
  private static final String[] VARIABLES = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK"};

  private final int[] worldRanks;
  private final int tag;

  MpiGroup(int[] worldRanks, int tag) {
    this.worldRanks = worldRanks;
    this.tag = tag;
  }

  /** The rank that MPI assigned to this process, or -1 if MPI has not started it. */
  static int worldRank(Map<String, String> environment) {
    for (String variable : VARIABLES) {
      String value = environment.get(variable);
      if (value != null && value.matches("[0-9]{1,9}")) {
        return Integer.parseInt(value);
      }
    }
    return -1;
  }

  /** The ranks in {@code MPI_COMM_WORLD}, in the order of the task's ranks from 0 on. */
  public int[] worldRanks() {
    return worldRanks.clone();
  }

  /**
   * The tag for creating the communicator: the same on all ranks, and a different one for each
   * group of tasks.
   */
  public int tag() {
    return tag;
  }
}
