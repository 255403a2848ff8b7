package dev.slipstream.runtime.membership;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Distinguishes a process that a launcher started from one that such a process has started itself,
 * with the same environment: the second is no rank and runs alone. There are two signs. {@code
 * SLIPSTREAM_PROCESS}, if the launcher sets it, identifies the intended process by its number and
 * start time, {@code 4711:885522}, as in {@code /proc/4711/stat}. And if an ancestor is a JVM with
 * the same variables, that ancestor is the intended process.
 */
public final class InheritedRank {
  /** The variable that identifies the intended process. */
  public static final String PROCESS = "SLIPSTREAM_PROCESS";

  /**
   * The variables that define the rank of a process; options of Java may contain properties that
   * do.
   */
  private static final List<String> VARIABLES =
      List.of(
          "SLIPSTREAM_RANK",
          "OMPI_COMM_WORLD_RANK",
          "PMIX_RANK",
          "SLURM_PROCID",
          "JOB_COMPLETION_INDEX",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS");

  private static final int STAT_PARENT = 1;
  private static final int STAT_START = 19;
  private static final int MOST_ANCESTORS = 64;

  private final Path processes;

  /** Uses the processes of this machine. */
  public InheritedRank() {
    this(Path.of("/proc"));
  }

  /**
   * @param processes a folder like {@code /proc}
   */
  InheritedRank(Path processes) {
    this.processes = processes;
  }

  /**
   * Identifies a process for {@link #PROCESS}.
   *
   * @param pid a process that is alive
   * @return its number and start time, or its number alone if the time is not known
   */
  public String name(long pid) {
    return stat(pid).map(stat -> pid + ":" + stat.get(STAT_START)).orElse("" + pid);
  }

  /**
   * Checks whether the variables that define a rank are meant for another process.
   *
   * @param environment the variables of a process
   * @param pid the process
   * @return the intended process, for messages; empty if it is this one
   */
  public Optional<String> meant(Map<String, String> environment, long pid) {
    String named = environment.get(PROCESS);
    if (named != null) {
      boolean self = named.equals("" + pid) || named.equals(name(pid));
      return self ? Optional.empty() : Optional.of("process " + named.split(":", 2)[0]);
    }
    long ancestor = parent(pid);
    for (int i = 0; i < MOST_ANCESTORS && ancestor > 1; i++, ancestor = parent(ancestor)) {
      Optional<List<String>> inherited = variables(ancestor);
      if (inherited.isEmpty() || !holds(inherited.get(), environment)) {
        return Optional.empty();
      }
      if (isJava(ancestor)) {
        return Optional.of("process " + ancestor);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether there is a variable that may define a rank, and all such variables have the same values
   * there.
   */
  private static boolean holds(List<String> there, Map<String, String> environment) {
    boolean any = false;
    for (String variable : VARIABLES) {
      String value = environment.get(variable);
      if (value != null) {
        if (!there.contains(variable + "=" + value)) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  private boolean isJava(long pid) {
    try {
      Path name = Files.readSymbolicLink(processes.resolve(pid + "/exe")).getFileName();
      return name != null && name.toString().startsWith("java");
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  private long parent(long pid) {
    return stat(pid).map(stat -> Long.parseLong(stat.get(STAT_PARENT))).orElse(0L);
  }

  private Optional<List<String>> variables(long pid) {
    return read(pid, "environ").map(text -> Arrays.asList(text.split("\0")));
  }

  /** The fields of a process after its name, which may contain any character. */
  private Optional<List<String>> stat(long pid) {
    return read(pid, "stat")
        .map(text -> Arrays.asList(text.substring(text.lastIndexOf(')') + 1).trim().split(" ")))
        .filter(fields -> fields.size() > STAT_START);
  }

  private Optional<String> read(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(processes.resolve(pid + "/" + file));
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
