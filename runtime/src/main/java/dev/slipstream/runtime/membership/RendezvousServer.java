package dev.slipstream.runtime.membership;

import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Rank 0's side of the rendezvous. Each connection has a thread. At most 16 connections that have
 * not proven that they know the secret are open at the same time. A new one replaces the oldest: a
 * process of the run proves it within milliseconds, and connects again if it was rejected.
 */
final class RendezvousServer implements AutoCloseable {
  private static final int MOST_UNPROVEN = 16;
  private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int MOST_WARNINGS = 20;
  private static final int BACKLOG = 512;

  /** A process that has joined and waits for the others. */
  private record Joined(Member member, JoinChannel channel) {}

  private final LaunchedRank rank;
  private final RunSecret secret;
  private final String version;
  private final Log log;
  private final ServerSocket socket;
  private final Deque<Socket> unproven = new ArrayDeque<>();
  private final Set<Socket> open = new HashSet<>();
  private final Map<Integer, Joined> joined = new TreeMap<>();
  private final Set<Integer> confirmed = new HashSet<>();
  private final Member self;
  private long deadline;
  private boolean complete;
  private boolean closed;
  private int warnings;

  private RendezvousServer(
      LaunchedRank rank,
      RunSecret secret,
      String version,
      Member self,
      Log log,
      ServerSocket socket) {
    this.rank = rank;
    this.secret = secret;
    this.version = version;
    this.self = self;
    this.log = log;
    this.socket = socket;
  }

  static RendezvousServer open(
      LaunchedRank rank, RunSecret secret, String version, Member self, Log log)
      throws MembershipException {
    try {
      return new RendezvousServer(rank, secret, version, self, log, bind(rank));
    } catch (IOException e) {
      throw new MembershipException(
          "rank 0 cannot listen at "
              + rank.host()
              + ":"
              + rank.port()
              + ": "
              + e.getMessage()
              + ". Choose a free port of rank 0's host with slipstream.rendezvous",
          e);
    }
  }

  /**
   * Listens on the given address if it is this host's, otherwise on all addresses, since names may
   * be mapped. Many hosts map their own name to a loopback address, which others cannot reach; a
   * loopback address only counts if it is written as such.
   */
  private static ServerSocket bind(LaunchedRank rank) throws IOException {
    InetSocketAddress given = new InetSocketAddress(rank.host(), rank.port());
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      boolean here =
          !given.isUnresolved()
              && (given.getAddress().isLoopbackAddress()
                  ? isLoopback(rank.host())
                  : NetworkInterface.getByInetAddress(given.getAddress()) != null);
      InetAddress any = null;
      socket.bind(here ? given : new InetSocketAddress(any, rank.port()), BACKLOG);
      return socket;
    } catch (BindException e) {
      socket.close();
      throw e;
    }
  }

  /** Whether a host is written in a way that can only mean the process's own host. */
  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
  }

  /** Waits until all processes have joined and know each other. */
  Membership meet(long until) throws MembershipException, InterruptedException {
    synchronized (this) {
      deadline = until;
    }
    start("slipstream-rendezvous", this::accept);
    List<Joined> others = awaitOthers();
    List<Member> members = new ArrayList<>(List.of(self));
    others.forEach(other -> members.add(other.member()));
    long token = new SecureRandom().nextLong();
    try {
      byte[] frame = JoinFrames.members(members, token);
      for (Joined other : others) {
        try {
          other.channel().send(frame);
        } catch (IOException e) {
          throw new MembershipException(
              other.member() + " has left before the run began: " + e.getMessage(), e);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("bytes can always be written to memory", e);
    }
    awaitConfirmations(others);
    return new Membership(0, members, token);
  }

  private synchronized List<Joined> awaitOthers() throws MembershipException, InterruptedException {
    while (joined.size() < rank.size() - 1) {
      if (!waitForChange()) {
        List<Integer> missing = new ArrayList<>();
        for (int i = 1; i < rank.size(); i++) {
          if (!joined.containsKey(i)) {
            missing.add(i);
          }
        }
        throw new MembershipException(
            "of "
                + rank.size()
                + " processes these have not joined at "
                + rank.host()
                + ":"
                + rank.port()
                + ": "
                + missing
                + ". Were they started, and can they reach that port?");
      }
    }
    complete = true;
    return List.copyOf(joined.values());
  }

  private synchronized void awaitConfirmations(List<Joined> others)
      throws MembershipException, InterruptedException {
    for (Joined other : others) {
      int wanted = other.member().rank();
      while (!confirmed.contains(wanted)) {
        if (!joined.containsKey(wanted) || !waitForChange()) {
          throw new MembershipException(other.member() + " has left before the run began");
        }
      }
    }
  }

  /** Waits for a change; returns whether the deadline is still in the future. */
  private synchronized boolean waitForChange() throws InterruptedException {
    long left = deadline - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left + 1_000_000);
    }
    return left > 0;
  }

  private void accept() {
    while (true) {
      try {
        Socket connection = socket.accept();
        connection.setTcpNoDelay(true);
        if (!register(connection)) {
          connection.close();
          return;
        }
        start("slipstream-join", () -> serve(connection));
      } catch (IOException e) {
        if (socket.isClosed()) {
          return;
        }
        warn("a connection could not be accepted: " + e.getMessage());
      }
    }
  }

  private boolean register(Socket connection) {
    Socket oldest = null;
    synchronized (this) {
      if (closed) {
        return false;
      }
      if (unproven.size() >= MOST_UNPROVEN) {
        oldest = unproven.removeFirst();
      }
      unproven.addLast(connection);
      open.add(connection);
    }
    if (oldest != null) {
      closeQuietly(oldest);
    }
    return true;
  }

  private void serve(Socket connection) {
    String from = String.valueOf(connection.getRemoteSocketAddress());
    try (connection) {
      JoinChannel channel = JoinChannel.admit(connection, secret, System.nanoTime() + PROOF_NANOS);
      JoinFrames.Request request =
          JoinFrames.request(
              channel.receive(JoinFrames.MOST_BYTES, System.nanoTime() + PROOF_NANOS));
      synchronized (this) {
        unproven.remove(connection);
      }
      String refusal = admit(request, channel);
      if (!refusal.isEmpty()) {
        warn(request.member() + " is refused: " + refusal);
        channel.send(JoinFrames.refusal(refusal));
        return;
      }
      confirm(request.member().rank(), channel);
    } catch (MembershipException | IOException e) {
      warn("a connection from " + from + " is refused: " + e.getMessage());
    } finally {
      synchronized (this) {
        unproven.remove(connection);
        open.remove(connection);
      }
    }
  }

  private synchronized String admit(JoinFrames.Request request, JoinChannel channel) {
    Member member = request.member();
    if (!request.version().equals(version)) {
      return "it runs Slipstream "
          + request.version()
          + " and rank 0 on "
          + self.host()
          + " runs "
          + version
          + "; start all ranks with the same agent";
    }
    if (request.size() != rank.size()) {
      return "it was told that there are "
          + request.size()
          + " processes and rank 0 that there are "
          + rank.size();
    }
    if (member.rank() == 0 || member.rank() >= rank.size()) {
      return "there is no place for it among ranks 1 to " + (rank.size() - 1);
    }
    Joined before = joined.get(member.rank());
    if (complete || before != null) {
      return "rank " + member.rank() + " is " + (before == null ? "complete" : before.member());
    }
    joined.put(member.rank(), new Joined(member, channel));
    notifyAll();
    return "";
  }

  /** Waits until a process that has joined knows the others, or has disconnected. */
  private void confirm(int other, JoinChannel channel) {
    boolean known = false;
    try {
      long until;
      synchronized (this) {
        until = deadline;
      }
      channel.receive(0, until);
      known = true;
    } catch (IOException gone) {
      log.debug(() -> "rank " + other + " has left: " + gone.getMessage());
    }
    synchronized (this) {
      if (known) {
        confirmed.add(other);
      } else {
        // Until all have joined it may connect again.
        joined.remove(other);
      }
      notifyAll();
    }
  }

  /** Limits messages, since there may be very many connections. */
  private void warn(String message) {
    int count;
    synchronized (this) {
      count = ++warnings;
    }
    if (count <= MOST_WARNINGS) {
      log.warn(message + (count == MOST_WARNINGS ? " (more of that is not reported)" : ""));
    }
  }

  @Override
  public void close() {
    List<Socket> connections;
    synchronized (this) {
      closed = true;
      connections = List.copyOf(open);
    }
    try {
      socket.close();
    } catch (IOException e) {
      log.debug(() -> "the rendezvous could not be closed", e);
    }
    connections.forEach(this::closeQuietly);
  }

  private void closeQuietly(Socket connection) {
    try {
      connection.close();
    } catch (IOException e) {
      log.debug(() -> "a connection could not be closed", e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
