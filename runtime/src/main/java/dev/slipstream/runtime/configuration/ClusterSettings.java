package dev.slipstream.runtime.configuration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user's settings for a run of several ranks. The values that identify this process are kept as
 * they were written: they are checked when the process joins the run, since a process with a wrong
 * rank must not continue.
 *
 * @param rank this process, if set
 * @param size how many processes there are, if set
 * @param rendezvous where the others join rank 0, {@code HOST:PORT}, if set
 * @param secretFile the file with the run's secret
 * @param secretShown whether the secret itself is on the command line, which all users can read
 * @param peerTimeout a rank that has sent nothing for this long is lost
 * @param onRankLoss what happens when a rank is lost
 * @param dividesAlways whether ranks share every loop that can be divided, even if that does not
 *     pay
 * @param replicated whether every rank runs the program, instead of rank 0 alone
 * @param outputOfAll whether the program's output on other ranks than rank 0 is shown, too
 * @param stallTimeout how long a rank may be behind others that run the program, too
 */
public record ClusterSettings(
    Optional<String> rank,
    Optional<String> size,
    Optional<String> rendezvous,
    Optional<Path> secretFile,
    boolean secretShown,
    Duration peerTimeout,
    RankLoss onRankLoss,
    boolean dividesAlways,
    boolean replicated,
    boolean outputOfAll,
    Duration stallTimeout) {
  /** The longest peer timeout, in seconds. */
  static final int GREATEST_TIMEOUT = 3600;

  /** Variables that launchers set for the processes of a run. */
  private static final List<String> LAUNCHERS =
      List.of(
          "SLIPSTREAM_RANK",
          "OMPI_COMM_WORLD_RANK",
          "PMIX_RANK",
          "SLURM_PROCID",
          "JOB_COMPLETION_INDEX");

  /**
   * Whether this process may be one of several ranks, so that it is worth checking what its
   * launcher has set.
   *
   * @param environment the environment variables
   */
  public boolean mayBeRank(Map<String, String> environment) {
    if (rank.isPresent() || size.isPresent()) {
      return true;
    }
    for (String variable : LAUNCHERS) {
      if (environment.containsKey(variable)) {
        return true;
      }
    }
    return false;
  }
}
