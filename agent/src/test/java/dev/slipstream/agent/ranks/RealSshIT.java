package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.Tool;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over a real sshd, which the test starts on this machine under another name. */
@Tag("finished-jar")
class RealSshIT {
  private static final int SECONDS = 60;

  @TempDir private Path folder;

  private List<String> program = List.of();
  private final List<Process> servers = new ArrayList<>();

  @BeforeEach
  void startServer() throws Exception {
    Path sshd = Tool.assume("sshd");
    Path ssh = Tool.assume("ssh");
    Path keygen = Tool.assume("ssh-keygen");
    program = RankProgram.compile(folder);
    int port = HostServer.freePort();
    for (String key : List.of("host", "user")) {
      Tool.run(
          keygen.toString(), "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(key).toString());
    }
    Path server =
        Files.writeString(
            folder.resolve("sshd.conf"),
            """
            Port %d
            ListenAddress 127.0.0.1
            HostKey %s/host
            AuthorizedKeysFile %s/user.pub
            PidFile none
            StrictModes no
            UsePAM no
            PermitRootLogin yes
            """
                .formatted(port, folder, folder));
    Files.writeString(
        folder.resolve("ssh.conf"),
        """
        Host far
          HostName 127.0.0.1
          Port %d
          IdentityFile %s/user
          IdentitiesOnly yes
          StrictHostKeyChecking no
          UserKnownHostsFile /dev/null
          LogLevel ERROR
        """
            .formatted(port, folder));
    Files.createDirectories(Path.of("/run/sshd"));
    servers.add(
        new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", server.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("sshd.log").toFile())
            .start());
    awaitServer(port);
    Tool.run(ssh.toString(), "-F", folder.resolve("ssh.conf").toString(), "far", "true");
  }

  private void awaitServer(int port) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (java.net.ConnectException notYet) {
        if (!servers.get(0).isAlive() || System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "sshd does not listen: " + Files.readString(folder.resolve("sshd.log")), notYet);
        }
        Thread.sleep(50);
      }
    }
  }

  @AfterEach
  void stopServer() {
    servers.forEach(Process::destroy);
  }

  private LaunchedRun start(String what) throws Exception {
    List<String> rest = new ArrayList<>(program);
    rest.add(what);
    return LaunchedRun.start(
        folder,
        List.of("--hosts", "localhost,far:2"),
        rest,
        Map.of("SLIPSTREAM_SSH", "ssh -F " + folder.resolve("ssh.conf")));
  }

  @Test
  void ranksRunOnTheOtherHostInTheSameFolder() throws Exception {
    LaunchedRun run = start("say");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err().lines().filter(line -> line.endsWith(" at " + folder))).hasSize(3);
    assertThat(run.err()).contains("[rank 1] is 1 of 3", "[rank 2] is 2 of 3");
  }

  @Test
  void oneSignalEndsThemToo() throws Exception {
    LaunchedRun run = start("wait");
    List<ProcessHandle> ranks = run.awaitRanks(folder, 3);
    run.process().toHandle().destroy();

    assertThat(run.exit()).isEqualTo(143);
    LaunchedRun.awaitEnd(ranks);
  }

  @Test
  void nothingRunsOnWhenTheLauncherIsKilled() throws Exception {
    LaunchedRun run = start("wait");
    List<ProcessHandle> ranks = run.awaitRanks(folder, 3);
    run.process().destroyForcibly().waitFor();

    LaunchedRun.awaitEnd(ranks);
  }
}
