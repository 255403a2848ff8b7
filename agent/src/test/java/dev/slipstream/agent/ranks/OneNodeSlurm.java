package dev.slipstream.agent.ranks;

import dev.slipstream.fixture.Tool;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A Slurm installation whose only node is this machine, with all its files in one folder. */
final class OneNodeSlurm implements AutoCloseable {
  private static final int SECONDS = 60;

  private final Path configuration;
  private final List<Process> daemons = new ArrayList<>();

  private OneNodeSlurm(Path configuration) {
    this.configuration = configuration;
  }

  /** Starts Slurm; skips the test if it is not installed, or does not run here. */
  static OneNodeSlurm assume(Path folder) throws Exception {
    Tool.assume("srun");
    Path sinfo = Tool.assume("sinfo");
    Path controller = Tool.assume("slurmctld");
    Path node = Tool.assume("slurmd");
    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).trim().split("\\.")[0];
    Path all = Files.createDirectories(folder.resolve("slurm"));
    Files.createDirectories(all.resolve("state"));
    Files.createDirectories(all.resolve("spool"));
    OneNodeSlurm slurm = new OneNodeSlurm(all.resolve("slurm.conf"));
    Files.writeString(
        slurm.configuration,
        """
        ClusterName=slipstream-test
        SlurmctldHost={host}(127.0.0.1)
        SlurmUser={user}
        SlurmdUser={user}
        AuthType=auth/none
        CredType=cred/none
        SlurmctldPort=%d
        SlurmdPort=%d
        StateSaveLocation={folder}/state
        SlurmdSpoolDir={folder}/spool
        SlurmctldPidFile={folder}/slurmctld.pid
        SlurmdPidFile={folder}/slurmd.pid
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        SelectType=select/linear
        MpiDefault=none
        SlurmdParameters=config_overrides
        ReturnToService=2
        NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
        PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
        """
            .formatted(HostServer.freePort(), HostServer.freePort())
            .replace("{host}", host)
            .replace("{user}", System.getProperty("user.name"))
            .replace("{folder}", all.toString()));
    String configuration = slurm.configuration.toString();
    try {
      slurm.start(all, controller.toString(), "-D", "-i", "-f", configuration);
      slurm.start(all, node.toString(), "-D", "-f", configuration, "-N", host);
      Assumptions.assumeTrue(slurm.isIdle(sinfo), "Slurm does not run here: " + slurm.said(all));
      return slurm;
    } catch (Throwable e) {
      slurm.close();
      throw e;
    }
  }

  private void start(Path folder, String... command) throws IOException {
    File log = folder.resolve(Path.of(command[0]).getFileName() + ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
    daemons.add(builder.start());
  }

  private boolean isIdle(Path sinfo) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (daemons.stream().allMatch(Process::isAlive) && System.nanoTime() - deadline < 0) {
      ProcessBuilder builder =
          new ProcessBuilder(sinfo.toString(), "-h", "-o", "%t").redirectErrorStream(true);
      configure(builder);
      Process process = builder.start();
      String states =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      if (process.waitFor() == 0 && states.strip().equals("idle")) {
        return true;
      }
      Thread.sleep(200);
    }
    return false;
  }

  private String said(Path folder) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String daemon : List.of("slurmctld", "slurmd")) {
      Path log = folder.resolve(daemon + ".log");
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      said.append(lines.isEmpty() ? "" : lines.get(lines.size() - 1)).append(' ');
    }
    return said.toString();
  }

  /** Makes a command of Slurm use this installation. */
  void configure(ProcessBuilder command) {
    command.environment().put("SLURM_CONF", configuration.toString());
  }

  @Override
  public void close() throws InterruptedException {
    for (Process daemon : daemons) {
      daemon.destroy();
      if (!daemon.waitFor(SECONDS, TimeUnit.SECONDS)) {
        daemon.destroyForcibly().waitFor();
      }
    }
  }
}
