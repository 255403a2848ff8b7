package dev.slipstream.agent.ranks;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Another host of a run, as seen by the launcher: one ssh connection for all its ranks. */
final class RemoteHost implements RankControl, Closeable {
  private static final int CONNECT_SECONDS = 60;
  private static final int NO_JAVA = 91;
  private static final int NO_JAR = 92;
  private static final int NOT_KNOWN = 255;

  private final String name;
  private final Process ssh;
  private final DataOutputStream orders;
  private final DataInputStream reports;
  private final CompletableFuture<Integer> port = new CompletableFuture<>();
  private final String java;
  private final Path jar;

  private RemoteHost(String name, Process ssh, String java, Path jar) {
    this.name = name;
    this.ssh = ssh;
    this.java = java;
    this.jar = jar;
    this.orders = new DataOutputStream(new BufferedOutputStream(ssh.getOutputStream()));
    this.reports = new DataInputStream(new BufferedInputStream(ssh.getInputStream()));
  }

  /**
   * Connects to a host.
   *
   * @param ssh the ssh command
   * @param jar the path of the agent's jar, the same on both hosts
   * @param errors receives the messages of ssh and of the host
   * @throws LaunchException if there is no such command
   */
  static RemoteHost connect(String name, List<String> ssh, Path jar, LabelledLines errors)
      throws LaunchException, IOException {
    if (!isThere(ssh.get(0))) {
      throw LaunchException.missing(
          "'"
              + ssh.get(0)
              + "' was not found, which connects to other hosts: install it (openssh-client), or"
              + " set SLIPSTREAM_SSH to a command that does the same");
    }
    String java = Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
    // Ctrl-C is for rank 0, not for the connections.
    List<String> command = new ArrayList<>(Session.own());
    command.addAll(ssh);
    command.addAll(List.of("-o", "BatchMode=yes", name, remoteCommand(java, jar)));
    RemoteHost host = new RemoteHost(name, new ProcessBuilder(command).start(), java, jar);
    host.daemon("errors", () -> host.passErrors(errors));
    host.daemon("ready", host::awaitReady);
    return host;
  }

  private static boolean isThere(String command) {
    if (command.contains("/")) {
      return Files.isExecutable(Path.of(command));
    }
    String path = System.getenv("PATH");
    return path != null
        && Arrays.stream(path.split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  /**
   * Returns the command for the login shell of the other host, in a form that every shell accepts.
   */
  private static String remoteCommand(String java, Path jar) {
    String script =
        "[ -x \"$0\" ] || exit "
            + NO_JAVA
            + "; [ -f \"$1\" ] || exit "
            + NO_JAR
            + "; exec \"$0\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m -jar \"$1\" "
            + HostServer.OPTION;
    return "sh -c " + quoted(script) + " " + quoted(java) + " " + quoted(jar.toString());
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private void passErrors(LabelledLines errors) {
    byte[] bytes = new byte[1 << 12];
    try (InputStream in = ssh.getErrorStream()) {
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        errors.write(bytes, n);
      }
    } catch (IOException closed) {
      // The connection has ended.
    }
    errors.end();
  }

  private void awaitReady() {
    try {
      HostFrame.awaitGreeting(reports);
      port.complete(HostFrame.read(reports).number());
    } catch (IOException gone) {
      port.completeExceptionally(gone);
    }
  }

  /**
   * Waits until the host answers.
   *
   * @return a port that is free there
   * @throws LaunchException if the host does not answer
   */
  int awaitPort() throws LaunchException, InterruptedException {
    try {
      return port.get(CONNECT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      ssh.destroy();
      throw LaunchException.missing(
          "host " + name + " did not answer within " + CONNECT_SECONDS + " s");
    } catch (ExecutionException e) {
      int code = ssh.waitFor(1, TimeUnit.SECONDS) ? ssh.exitValue() : NOT_KNOWN;
      throw LaunchException.missing(
          switch (code) {
            case NO_JAVA -> lacks(java);
            case NO_JAR -> lacks(jar.toString());
            default ->
                "host "
                    + name
                    + " could not be reached: ssh ended with exit code "
                    + code
                    + "; 'ssh "
                    + name
                    + " true' has to work without a password";
          });
    }
  }

  private String lacks(String file) {
    return "host "
        + name
        + " has no "
        + file
        + ": all hosts need the same Java and the same agent, at the same paths";
  }

  /**
   * Has the host start ranks.
   *
   * @param messages is told about failures
   */
  void launch(LaunchSpec spec, RankListener listener, Consumer<String> messages) {
    say(new HostFrame(HostFrame.Kind.LAUNCH, 0, spec.toBytes()));
    daemon("reports", () -> listen(new HashSet<>(spec.ranks()), listener, messages));
  }

  private void listen(Set<Integer> living, RankListener listener, Consumer<String> messages) {
    try {
      while (!living.isEmpty()) {
        HostFrame frame = HostFrame.read(reports);
        byte[] bytes = frame.bytes();
        switch (frame.kind()) {
          case OUTPUT -> listener.written(frame.number(), false, bytes, bytes.length);
          case ERROR_OUTPUT -> listener.written(frame.number(), true, bytes, bytes.length);
          case ENDED -> {
            living.remove(frame.number());
            listener.ended(frame.number(), Integer.parseInt(frame.text()));
          }
          case OBSTACLE -> throw new IOException(frame.text());
          default -> throw new IOException("a host does not say " + frame.kind());
        }
      }
    } catch (IOException gone) {
      messages.accept(
          "host "
              + name
              + (gone.getMessage() == null
                  ? ": the connection has ended"
                  : ": " + gone.getMessage()));
      living.forEach(rank -> listener.ended(rank, NOT_KNOWN));
    }
  }

  /** Passes all input to rank 0 on that host. */
  void passInput(InputStream in) {
    daemon(
        "input",
        () -> {
          byte[] bytes = new byte[1 << 13];
          try {
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
              if (n > 0) {
                say(new HostFrame(HostFrame.Kind.INPUT, 0, Arrays.copyOf(bytes, n)));
              }
            }
          } catch (IOException ended) {
            // A failure to read counts as the end of the input.
          }
          say(new HostFrame(HostFrame.Kind.INPUT, 0));
        });
  }

  @Override
  public void terminate(int rank) {
    say(new HostFrame(HostFrame.Kind.TERMINATE, rank));
  }

  @Override
  public void kill(int rank) {
    say(new HostFrame(HostFrame.Kind.KILL, rank));
  }

  private void say(HostFrame frame) {
    try {
      frame.write(orders);
    } catch (IOException gone) {
      // The end of the host's output follows, and is handled there.
    }
  }

  @Override
  public void close() {
    try {
      orders.close();
    } catch (IOException gone) {
      // The expected case.
    }
  }

  private void daemon(String what, Runnable work) {
    Thread thread = new Thread(work, "slipstream-" + name + "-" + what);
    thread.setDaemon(true);
    thread.start();
  }
}
