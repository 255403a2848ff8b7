package dev.slipstream.agent.ranks;

import dev.slipstream.fixture.Tool;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real sshd on this machine, which is reached as the host {@code far}. */
final class OwnSshServer implements AutoCloseable {
  private static final int SECONDS = 60;

  private final Path folder;
  private final int port;
  private final Process server;

  private OwnSshServer(Path folder, int port, Process server) {
    this.folder = folder;
    this.port = port;
    this.server = server;
  }

  /** Starts the server; skips the test if it is not installed. */
  static OwnSshServer assume(Path folder) throws Exception {
    Path sshd = Tool.assume("sshd");
    Path ssh = Tool.assume("ssh");
    String keygen = Tool.assume("ssh-keygen").toString();
    int port = HostServer.freePort();
    for (String key : new String[] {"host", "user"}) {
      Tool.run(keygen, "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(key).toString());
    }
    Path configuration =
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
    if (System.getProperty("user.name", "").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    OwnSshServer server =
        new OwnSshServer(
            folder,
            port,
            new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start());
    try {
      server.awaitListening();
      Tool.run(ssh.toString(), "-F", folder.resolve("ssh.conf").toString(), "far", "true");
      return server;
    } catch (IOException | IllegalStateException | InterruptedException e) {
      server.close();
      throw e;
    }
  }

  private void awaitListening() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (ConnectException notYet) {
        if (!server.isAlive() || System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "sshd does not listen: " + Files.readString(folder.resolve("sshd.log")), notYet);
        }
        Thread.sleep(50);
      }
    }
  }

  /** Returns the command by which its host is reached. */
  String ssh() {
    return "ssh -F " + folder.resolve("ssh.conf");
  }

  @Override
  public void close() {
    server.destroy();
  }
}
