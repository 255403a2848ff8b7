package dev.slipstream.runtime.membership;

import dev.slipstream.runtime.configuration.ClusterSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what launchers define about a process, the most explicit first: the options {@code
 * slipstream.rank}, {@code .size} and {@code .rendezvous}; Open MPI and PRRTE; Slurm; indexed jobs
 * of Kubernetes. Open MPI comes before Slurm, since a process that mpirun starts under Slurm has
 * the Slurm variables of mpirun's daemon. Size and rendezvous may be given as options if the
 * launcher does not define them.
 */
public final class Launcher {
  /** Ports that are derived from a job's name are below those that Linux assigns automatically. */
  private static final int FIRST_PORT = 18_000;

  private static final int PORTS = 12_000;

  private final ClusterSettings settings;
  private final Map<String, String> environment;

  /**
   * Creates a reader.
   *
   * @param settings the settings of the run
   * @param environment the environment variables, in which other launchers leave their values
   */
  public Launcher(ClusterSettings settings, Map<String, String> environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /** The values of one launcher; null for those that it does not define. */
  private record Said(
      String origin,
      String rankKey,
      @Nullable String rank,
      String sizeKey,
      @Nullable String size,
      @Nullable String rendezvous) {}

  /**
   * Returns which process of which run this is.
   *
   * @return the rank, or empty if this process runs alone
   * @throws MembershipException if a value is missing, malformed or contradictory; the message
   *     names it
   */
  public Optional<LaunchedRank> rank() throws MembershipException {
    Optional<Said> said = said();
    if (said.isEmpty()) {
      return Optional.empty();
    }
    Said what = said.get();
    if (what.rank() == null) {
      throw new MembershipException(
          what.sizeKey() + " is set, but " + what.rankKey() + " is not: set both, or none");
    }
    String sizeText = settings.size().orElse(null);
    String sizeKey = sizeText == null ? what.sizeKey() : "slipstream.size";
    if (sizeText != null && what.size() != null && !sizeText.equals(what.size())) {
      throw new MembershipException(
          "slipstream.size is " + sizeText + ", but " + what.sizeKey() + " is " + what.size());
    }
    sizeText = sizeText == null ? what.size() : sizeText;
    if (sizeText == null) {
      throw new MembershipException(
          what.rankKey()
              + " is set, but not how many processes there are: set "
              + what.sizeKey()
              + " (or SLIPSTREAM_SIZE)");
    }
    int size = number(sizeKey, sizeText, 1, LaunchedRank.MOST);
    int rank = number(what.rankKey(), what.rank(), 0, LaunchedRank.MOST - 1);
    if (rank >= size) {
      throw new MembershipException(
          what.rankKey() + " is " + rank + ", but " + sizeKey + " says that there are " + size);
    }
    if (size == 1) {
      return Optional.empty();
    }
    String rendezvous = settings.rendezvous().orElse(what.rendezvous());
    if (rendezvous == null) {
      throw new MembershipException(
          "it is known that this is rank "
              + rank
              + " of "
              + size
              + " ("
              + what.origin()
              + "), but not where rank 0 is: set slipstream.rendezvous (or SLIPSTREAM_RENDEZVOUS)"
              + " to its host and a free port there, HOST:PORT");
    }
    int colon = rendezvous.lastIndexOf(':');
    if (colon <= 0) {
      throw new MembershipException(
          "slipstream.rendezvous is '" + rendezvous + "', but has the form HOST:PORT");
    }
    String host = rendezvous.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
    int port =
        number("the port of slipstream.rendezvous", rendezvous.substring(colon + 1), 1, 65_535);
    return Optional.of(new LaunchedRank(rank, size, host, port, what.origin()));
  }

  /** The most explicit launcher that defines values. */
  private Optional<Said> said() throws MembershipException {
    for (Said candidate : List.of(ofOptions(), ofOpenMpi(), ofSlurm())) {
      if (candidate.rank() != null || candidate.size() != null) {
        return Optional.of(candidate);
      }
    }
    String pmix = environment.get("PMIX_RANK");
    if (pmix != null) {
      return Optional.of(new Said("PMIx", "PMIX_RANK", pmix, "slipstream.size", null, null));
    }
    Said kubernetes = ofKubernetes();
    if (kubernetes.rank() != null) {
      return Optional.of(kubernetes);
    }
    if (settings.size().isPresent()) {
      throw new MembershipException(
          "slipstream.size is set, but slipstream.rank is not: set both, or none");
    }
    return Optional.empty();
  }

  private Said ofOptions() {
    return new Said(
        "slipstream.rank",
        "slipstream.rank",
        settings.rank().orElse(null),
        "slipstream.size",
        // The option for the size alone only completes what another launcher defines.
        settings.rank().isPresent() ? settings.size().orElse(null) : null,
        settings.rendezvous().orElse(null));
  }

  private Said ofOpenMpi() throws MembershipException {
    String rank = environment.get("OMPI_COMM_WORLD_RANK");
    String size = environment.get("OMPI_COMM_WORLD_SIZE");
    String pmix = environment.get("PMIX_RANK");
    if (rank != null && pmix != null && !rank.equals(pmix)) {
      throw new MembershipException(
          "OMPI_COMM_WORLD_RANK is " + rank + ", but PMIX_RANK is " + pmix);
    }
    boolean oneHost = size != null && size.equals(environment.get("OMPI_COMM_WORLD_LOCAL_SIZE"));
    String job = environment.get("PMIX_NAMESPACE");
    if (job == null) {
      job = environment.get("OMPI_MCA_ess_base_jobid");
    }
    return new Said(
        "mpirun",
        "OMPI_COMM_WORLD_RANK",
        rank,
        "OMPI_COMM_WORLD_SIZE",
        size,
        oneHost && job != null ? "127.0.0.1:" + port(job) : null);
  }

  private Said ofSlurm() {
    // A batch script that srun has not started has the other variables of Slurm, too.
    String nodes = environment.get("SLURM_STEP_NODELIST");
    String rank = nodes == null ? null : environment.get("SLURM_PROCID");
    String size = nodes == null ? null : environment.get("SLURM_STEP_NUM_TASKS");
    if (size == null && nodes != null) {
      size = environment.get("SLURM_NTASKS");
    }
    String job = environment.get("SLURM_JOB_ID") + "." + environment.get("SLURM_STEP_ID");
    return new Said(
        "srun",
        "SLURM_PROCID",
        rank,
        "SLURM_NTASKS",
        size,
        nodes == null ? null : firstHost(nodes) + ":" + port(job));
  }

  private Said ofKubernetes() {
    String index = environment.get("JOB_COMPLETION_INDEX");
    String pod = environment.getOrDefault("HOSTNAME", "");
    String service = environment.get("SLIPSTREAM_SERVICE");
    String rendezvous = null;
    if (index != null && service != null && pod.endsWith("-" + index)) {
      String job = pod.substring(0, pod.length() - index.length());
      rendezvous = job + "0." + service + ":" + port(job);
    }
    return new Said(
        "an indexed job", "JOB_COMPLETION_INDEX", index, "slipstream.size", null, rendezvous);
  }

  private static int number(String key, String text, int least, int most)
      throws MembershipException {
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below.
    }
    throw new MembershipException(key + " is '" + text + "', but takes " + least + " to " + most);
  }

  private static int port(String job) {
    return FIRST_PORT + Math.floorMod(job.hashCode(), PORTS);
  }

  /** The first host of a list such as {@code gpu[003-010,12]-ib,login}. */
  static String firstHost(String nodes) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < nodes.length(); i++) {
      char c = nodes.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(nodes.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(nodes.substring(from));
    return parts.get(0).replaceAll("\\[([^],-]*)[^]]*]", "$1");
  }
}
