package dev.slipstream.agent.ranks;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ranks of this host. Where the launcher runs here too, rank 0 has the launcher's own standard
 * streams, and its output goes through nobody's hands. The other ranks have sessions of their own:
 * Ctrl-C reaches rank 0, which ends as it would alone, with all the others still there.
 */
final class LocalRanks implements RankControl, Closeable {
  /**
   * Names the process, by number and start time, before it becomes Java: a JVM that the program
   * starts inherits its variables, and is no rank.
   */
  private static final String NAMED =
      """
      started() { echo "${20}"; }
      if read -r SLIPSTREAM_PROCESS </proc/$$/stat; then
        SLIPSTREAM_PROCESS=$$:$(started ${SLIPSTREAM_PROCESS##*) })
      else
        SLIPSTREAM_PROCESS=$$
      fi
      export SLIPSTREAM_PROCESS
      exec "$@"
      """;

  /**
   * How long what a rank has written is waited for when it has ended, and its children have not.
   */
  private static final int REST_MILLIS = 2000;

  private final LaunchSpec spec;
  private final boolean inheriting;
  private final RankListener listener;
  private final OrphanGuard guard;
  private final Map<Integer, Process> processes = new ConcurrentHashMap<>();

  private LocalRanks(
      LaunchSpec spec, boolean inheriting, RankListener listener, OrphanGuard guard) {
    this.spec = spec;
    this.inheriting = inheriting;
    this.listener = listener;
    this.guard = guard;
  }

  /**
   * Starts ranks.
   *
   * @param inheriting whether rank 0 has the standard streams of this process
   * @param listener is told what they write and that they have ended
   * @throws IOException if one cannot be started; none runs then
   */
  static LocalRanks start(LaunchSpec spec, boolean inheriting, RankListener listener)
      throws IOException {
    LocalRanks ranks = new LocalRanks(spec, inheriting, listener, OrphanGuard.start());
    try {
      for (int rank : spec.ranks()) {
        ranks.start(rank);
      }
      return ranks;
    } catch (IOException e) {
      ranks.processes.values().forEach(Process::destroyForcibly);
      ranks.close();
      throw e;
    }
  }

  private void start(int rank) throws IOException {
    ProcessBuilder builder = new ProcessBuilder().directory(new File(spec.folder()));
    Map<String, String> environment = builder.environment();
    RankVariables.removeInherited(environment);
    environment.putAll(spec.variables());
    if (environment.containsKey(RankVariables.SIZE)) {
      environment.put(RankVariables.RANK, Integer.toString(rank));
      // Otherwise UCX writes its warnings to the program's standard output.
      environment.putIfAbsent("UCX_LOG_FILE", "stderr");
    }
    builder.command(command(rank, environment));
    if (rank != 0) {
      builder.redirectInput(Redirect.from(new File("/dev/null"))).redirectErrorStream(true);
    } else if (inheriting) {
      builder.inheritIO();
    }
    Process process = builder.start();
    guard.started(process.pid());
    processes.put(rank, process);
    List<Thread> pumps = new ArrayList<>();
    if (rank != 0 || !inheriting) {
      pumps.add(pump(rank, false, process.getInputStream()));
      pumps.add(pump(rank, true, process.getErrorStream()));
    }
    daemon("slipstream-rank-" + rank, () -> await(rank, process, pumps));
  }

  private List<String> command(int rank, Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    if (rank != 0) {
      command.addAll(Session.own());
    }
    // Some shells forget variables whose names are none of theirs; then Slipstream has to find out
    // by the process's ancestors who is a rank.
    if (environment.containsKey(RankVariables.RANK)
        && environment.keySet().stream().allMatch(n -> n.matches("[A-Za-z_][A-Za-z0-9_]*"))) {
      command.addAll(List.of("sh", "-c", NAMED, "sh"));
    }
    command.addAll(spec.command());
    return command;
  }

  private Thread pump(int rank, boolean error, InputStream in) {
    return daemon(
        "slipstream-output-" + rank,
        () -> {
          byte[] bytes = new byte[1 << 14];
          try (in) {
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
              listener.written(rank, error, bytes, n);
            }
          } catch (IOException closed) {
            // It has ended.
          }
        });
  }

  private void await(int rank, Process process, List<Thread> pumps) {
    try {
      int code = process.waitFor();
      guard.ended(process.pid());
      for (Thread pump : pumps) {
        pump.join(REST_MILLIS);
      }
      listener.ended(rank, code);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where rank 0 reads from, where that is not the launcher's standard input. */
  OutputStream input() {
    Process rank0 = processes.get(0);
    return rank0 == null ? OutputStream.nullOutputStream() : rank0.getOutputStream();
  }

  @Override
  public void terminate(int rank) {
    Process process = processes.get(rank);
    if (process != null) {
      // The process itself would also close the streams by which its last words come.
      process.toHandle().destroy();
    }
  }

  @Override
  public void kill(int rank) {
    Process process = processes.get(rank);
    if (process != null) {
      process.toHandle().destroyForcibly();
    }
  }

  @Override
  public void close() throws IOException {
    guard.close();
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
