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
 * The ranks of this host. If the launcher runs here too, rank 0 inherits the launcher's standard
 * streams, so its output is not copied. The other ranks have sessions of their own. So Ctrl-C
 * reaches only rank 0, which ends as it would alone, while all the others still run.
 */
final class LocalRanks implements RankControl, Closeable {
  /**
   * Names the process, by number and start time, before it becomes Java. A JVM that the program
   * starts inherits the variables, and must not count as a rank.
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
   * How long to wait for the output of a rank that has ended while its child processes have not.
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
   * @param inheriting whether rank 0 inherits the standard streams of this process
   * @param listener is told what the ranks write, and when they end
   * @throws IOException if a rank cannot be started; then none runs
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
    // Some shells drop variables whose names are no shell identifiers. If there are any, no shell
    // names the process, and Slipstream finds out by the process's ancestors who is a rank.
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
            // The stream has ended.
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

  /** Returns the stream of rank 0's input, if that is not the launcher's standard input. */
  OutputStream input() {
    Process rank0 = processes.get(0);
    return rank0 == null ? OutputStream.nullOutputStream() : rank0.getOutputStream();
  }

  @Override
  public void terminate(int rank) {
    Process process = processes.get(rank);
    if (process != null) {
      // Process.destroy would also close the streams, and lose the process's last output.
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
