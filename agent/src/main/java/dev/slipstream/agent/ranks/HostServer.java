package dev.slipstream.agent.ranks;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The launcher's part on another host, at the remote end of ssh. It ends its ranks when the
 * launcher or the connection ends.
 */
public final class HostServer implements RankListener {
  /** The command-line option that starts it. */
  public static final String OPTION = "--run-host";

  private static final int TERMINATION_SECONDS = 5;

  private final DataInputStream in;
  private final DataOutputStream out;
  private @Nullable CountDownLatch running;

  HostServer(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.out = new DataOutputStream(out);
  }

  /**
   * Serves one launcher.
   *
   * @return the exit status
   */
  public static int run() throws IOException, InterruptedException {
    new HostServer(System.in, System.out).serve();
    return 0;
  }

  void serve() throws IOException, InterruptedException {
    HostFrame.greet(out);
    new HostFrame(HostFrame.Kind.READY, freePort()).write(out);
    HostFrame launch = HostFrame.read(in);
    LaunchSpec spec = LaunchSpec.of(launch.bytes());
    Optional<String> obstacle = spec.obstacle();
    if (obstacle.isPresent()) {
      new HostFrame(HostFrame.Kind.OBSTACLE, 0, obstacle.get()).write(out);
      return;
    }
    CountDownLatch living = new CountDownLatch(spec.ranks().size());
    synchronized (this) {
      running = living;
    }
    try (LocalRanks ranks = LocalRanks.start(spec, false, this)) {
      Thread orders = new Thread(() -> obey(ranks, spec.ranks(), living), "slipstream-orders");
      orders.setDaemon(true);
      orders.start();
      living.await();
    } catch (IOException e) {
      new HostFrame(HostFrame.Kind.OBSTACLE, 0, String.valueOf(e.getMessage())).write(out);
    }
  }

  /** Returns an unused port of this host. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void obey(LocalRanks ranks, List<Integer> all, CountDownLatch living) {
    try {
      while (true) {
        HostFrame frame = HostFrame.read(in);
        switch (frame.kind()) {
          case TERMINATE -> ranks.terminate(frame.number());
          case KILL -> ranks.kill(frame.number());
          case INPUT -> pass(ranks.input(), frame.bytes());
          default -> throw new IOException("a launcher does not say " + frame.kind());
        }
      }
    } catch (IOException gone) {
      all.forEach(ranks::terminate);
      try {
        if (!living.await(TERMINATION_SECONDS, TimeUnit.SECONDS)) {
          all.forEach(ranks::kill);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void pass(OutputStream input, byte[] bytes) {
    try {
      input.write(bytes);
      input.flush();
      if (bytes.length == 0) {
        input.close();
      }
    } catch (IOException doesNotRead) {
      // Rank 0 has closed its standard input, or has ended.
    }
  }

  @Override
  public void written(int rank, boolean error, byte[] bytes, int length) {
    say(
        new HostFrame(
            error && rank == 0 ? HostFrame.Kind.ERROR_OUTPUT : HostFrame.Kind.OUTPUT,
            rank,
            Arrays.copyOf(bytes, length)));
  }

  @Override
  public void ended(int rank, int code) {
    say(new HostFrame(HostFrame.Kind.ENDED, rank, Integer.toString(code)));
    synchronized (this) {
      if (running != null) {
        running.countDown();
      }
    }
  }

  private void say(HostFrame frame) {
    try {
      frame.write(out);
    } catch (IOException gone) {
      // The launcher's stream ends too, and then the ranks are ended.
    }
  }
}
