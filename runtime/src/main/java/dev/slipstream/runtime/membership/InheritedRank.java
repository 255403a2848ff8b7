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
 * Tells a process that a launcher started from one that such a process has started itself, and that
 * has inherited its environment: the second is no rank and runs alone. Two things give it away.
 * {@code SLIPSTREAM_PROCESS}, where the launcher sets it, names the process that is meant by its
 * number and the time it was started, {@code 4711:885522}, as {@code /proc/4711/stat} has them. And
 * where an ancestor is a JVM with the same variables, that one is meant.
 */
public final class InheritedRank {
  /** Names the process that is meant. */
  public static final String PROCESS = "SLIPSTREAM_PROCESS";

  /** What says which rank a process is; options of Java may hold properties that do. */
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

  /** Looks at the processes of this machine. */
  public InheritedRank() {
    this(Path.of("/proc"));
  }

  /**
   * @param processes a folder as {@code /proc}
   */
  InheritedRank(Path processes) {
    this.processes = processes;
  }

  /**
   * Names a process for {@link #PROCESS}.
   *
   * @param pid a process that is alive
   * @return its number and the time it was started, or its number where that is not known
   */
  public String name(long pid) {
    return stat(pid).map(stat -> pid + ":" + stat.get(STAT_START)).orElse("" + pid);
  }

  /**
   * Says whether the variables that name a rank are meant for another process.
   *
   * @param environment the variables of a process
   * @param pid the process
   * @return the process that is meant, for messages; or empty if it is this one
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

  /** Whether there is a variable that may name a rank, and all have the same values there. */
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

  /** The fields of a process after its name, which may hold anything. */
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
