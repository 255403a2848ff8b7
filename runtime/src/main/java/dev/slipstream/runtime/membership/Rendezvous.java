package dev.slipstream.runtime.membership;

import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Lets the processes of a run find each other: rank 0 listens, the others connect, and all learn
 * the addresses of all.
 */
public final class Rendezvous {
  private static final long FIRST_PAUSE_MILLIS = 5;
  private static final long LONGEST_PAUSE_MILLIS = 500;
  private static final int CONNECT_MILLIS = 5_000;

  private final LaunchedRank rank;
  private final RunSecret secret;
  private final String version;
  private final Log log;

  /**
   * Creates a rendezvous without starting it.
   *
   * @param rank this process
   * @param secret shared by all processes of the run
   * @param version the agent's version, which must be the same in all
   * @param log receives messages about processes that are refused
   */
  public Rendezvous(LaunchedRank rank, RunSecret secret, String version, Log log) {
    this.rank = rank;
    this.secret = secret;
    this.version = version;
    this.log = log;
  }

  /**
   * Joins the run. Waits for all of its processes.
   *
   * @param address the address of this process in the transport's form
   * @param timeout the longest time to wait
   * @return the members of the run
   * @throws MembershipException if not all have joined in time, or this one is refused
   * @throws InterruptedException if the thread is interrupted
   */
  public Membership join(byte[] address, Duration timeout)
      throws MembershipException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    String host = hostName();
    Member self =
        new Member(
            rank.rank(), host, host + "/" + bootId(), ProcessHandle.current().pid(), address);
    if (rank.rank() == 0) {
      try (RendezvousServer server = RendezvousServer.open(rank, secret, version, self, log)) {
        return server.meet(deadline);
      }
    }
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return connect(self, deadline);
      } catch (IOException notYet) {
        if (System.nanoTime() - deadline >= 0) {
          throw new MembershipException(
              rank
                  + " could not join at "
                  + rank.host()
                  + ":"
                  + rank.port()
                  + " within "
                  + timeout.toSeconds()
                  + " s: "
                  + notYet.getMessage()
                  + ". Is rank 0 running there, and can that port be reached from "
                  + host
                  + "?",
              notYet);
        }
        TimeUnit.MILLISECONDS.sleep(pause);
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      }
    }
  }

  private Membership connect(Member self, long deadline) throws IOException, MembershipException {
    InetAddress host;
    try {
      host = InetAddress.getByName(rank.host());
    } catch (UnknownHostException e) {
      throw new IOException("the host " + rank.host() + " is not known", e);
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, rank.port()), CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      JoinChannel channel = JoinChannel.join(socket, secret, deadline);
      channel.send(JoinFrames.request(new JoinFrames.Request(version, rank.size(), self)));
      JoinFrames.Answer answer =
          JoinFrames.answer(channel.receive(rank.size() * JoinFrames.MOST_BYTES, deadline));
      if (!answer.refusal().isEmpty()) {
        throw new MembershipException("rank 0 refuses " + self + ": " + answer.refusal());
      }
      channel.send(new byte[0]);
      return membership(answer);
    }
  }

  private Membership membership(JoinFrames.Answer answer) throws IOException {
    try {
      return new Membership(rank.rank(), answer.members(), answer.token());
    } catch (IllegalArgumentException e) {
      throw new IOException("rank 0 has sent wrong members: " + e.getMessage(), e);
    }
  }

  private static String hostName() {
    try {
      String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
      return name.isEmpty() ? "localhost" : name;
    } catch (IOException elsewhere) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "localhost";
      }
    }
  }

  /** Distinguishes machines of the same name. */
  private static String bootId() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
    } catch (IOException elsewhere) {
      return "";
    }
  }
}
