package dev.slipstream.runtime.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RendezvousTest {
  private static final String SECRET = "what only this test knows";
  private static final Duration PATIENT = Duration.ofSeconds(60);
  private static final Duration HASTY = Duration.ofMillis(300);

  private final ByteArrayOutputStream warnings = new ByteArrayOutputStream();
  private final Log log =
      Log.to(new PrintStream(warnings, true, StandardCharsets.UTF_8), LogLevel.WARN);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private int port;

  @BeforeEach
  void findPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private Future<Membership> join(
      int rank, int size, String secret, String version, Duration timeout) {
    return threads.submit(
        () ->
            new Rendezvous(
                    new LaunchedRank(rank, size, "127.0.0.1", port, "a test"),
                    RunSecret.of(secret.getBytes(StandardCharsets.US_ASCII)),
                    version,
                    log)
                .join(new byte[] {(byte) rank, 42}, timeout));
  }

  private Future<Membership> join(int rank, int size) {
    return join(rank, size, SECRET, "1.0", PATIENT);
  }

  @Test
  void onlyWhoWritesALoopbackAddressKeepsOtherHostsOut() {
    for (String host : List.of("localhost", "127.0.0.1", "127.0.1.1", "::1")) {
      assertThat(RendezvousServer.isLoopback(host)).as(host).isTrue();
    }
    for (String host : List.of("gpu1", "10.127.0.1", "gpu1.cluster")) {
      assertThat(RendezvousServer.isLoopback(host)).as("what %s is mapped to", host).isFalse();
    }
  }

  private static void checkAll(List<Future<Membership>> joining) throws Exception {
    long token = joining.get(0).get().token();
    for (int rank = 0; rank < joining.size(); rank++) {
      Membership membership = joining.get(rank).get();
      assertThat(membership.rank()).isEqualTo(rank);
      assertThat(membership.token()).isEqualTo(token);
      assertThat(membership.size()).isEqualTo(joining.size());
      assertThat(membership.localRank()).isEqualTo(rank);
      for (int other = 0; other < joining.size(); other++) {
        assertThat(membership.members().get(other).address()).containsExactly(other, 42);
      }
    }
  }

  private String warned() {
    return warnings.toString(StandardCharsets.UTF_8);
  }

  /** Waits until a message is logged. */
  private void awaitWarning(String text) throws InterruptedException {
    for (int i = 0; i < 6000 && !warned().contains(text); i++) {
      Thread.sleep(10);
    }
    assertThat(warned()).contains(text);
  }

  /** Connects to rank 0 once it listens. */
  private Socket connect() throws Exception {
    for (int i = 0; ; i++) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (IOException notYet) {
        assertThat(i).isLessThan(6000);
        Thread.sleep(10);
      }
    }
  }

  @Test
  void allLearnTheAddressesOfAllInWhateverOrderTheyCome() throws Exception {
    List<Future<Membership>> joining = new ArrayList<>();
    for (int rank = 0; rank < 12; rank++) {
      joining.add(null);
    }
    for (int rank = 11; rank >= 0; rank--) {
      joining.set(rank, join(rank, 12));
    }
    checkAll(joining);
    assertThat(warned()).isEmpty();
  }

  @Test
  void whoHasAnotherSecretIsRefusedAndTheRunGoesOn() throws Exception {
    Future<Membership> zero = join(0, 2);
    Future<Membership> stranger = join(1, 2, "what somebody else knows", "1.0", PATIENT);
    assertThatThrownBy(stranger::get).hasMessageContaining("has another secret");
    awaitWarning("it does not know the run's secret");
    checkAll(List.of(zero, join(1, 2)));
  }

  @Test
  void whoAnswersForRankZeroMustKnowTheSecretToo() throws Exception {
    try (ServerSocket impostor = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      Future<Membership> one = join(1, 2);
      try (Socket socket = impostor.accept()) {
        socket.getInputStream().readNBytes(41);
        byte[] answer = new byte[33];
        answer[0] = 1;
        socket.getOutputStream().write(answer);
        socket.getInputStream().readNBytes(32);
        answer[0] = 1;
        socket.getOutputStream().write(answer);
        assertThatThrownBy(one::get).hasMessageContaining("does not know the run's secret");
      }
    }
  }

  @Test
  void anotherVersionIsRefusedByName() throws Exception {
    Future<Membership> zero = join(0, 2);
    assertThatThrownBy(() -> join(1, 2, SECRET, "0.9", PATIENT).get())
        .hasMessageContaining("it runs Slipstream 0.9 and rank 0 on ")
        .hasMessageContaining("runs 1.0");
    checkAll(List.of(zero, join(1, 2)));
    assertThat(warned()).contains("rank 1 on ").contains("is refused: it runs Slipstream 0.9");
  }

  @Test
  void aRankThatIsTakenOrDoesNotExistIsRefused() throws Exception {
    Future<Membership> zero = join(0, 3);
    Future<Membership> first = join(1, 3);
    Future<Membership> second = join(1, 3);
    Future<Membership> beyond = join(4, 3);
    Future<Membership> other = join(2, 4);
    assertThatThrownBy(beyond::get).hasMessageContaining("no place for it among ranks 1 to 2");
    assertThatThrownBy(other::get).hasMessageContaining("told that there are 4 processes");
    awaitWarning("rank 1 is rank 1 on ");
    checkOneJoins(first, second, join(2, 3), zero);
  }

  private static void checkOneJoins(
      Future<Membership> first,
      Future<Membership> second,
      Future<Membership> two,
      Future<Membership> zero)
      throws Exception {
    assertThat(zero.get().size()).isEqualTo(3);
    assertThat(two.get().size()).isEqualTo(3);
    int joined = 0;
    for (Future<Membership> one : List.of(first, second)) {
      try {
        assertThat(one.get().rank()).isEqualTo(1);
        joined++;
      } catch (ExecutionException refused) {
        assertThat(refused).hasMessageContaining("(process ");
      }
    }
    assertThat(joined).isEqualTo(1);
  }

  @Test
  void garbageIsSurvived() throws Exception {
    Future<Membership> zero = join(0, 2);
    Random random = Seeds.random(73);
    for (int i = 0; i < 40; i++) {
      byte[] garbage = new byte[random.nextInt(2000)];
      random.nextBytes(garbage);
      if (i % 4 == 0 && garbage.length > 8) {
        System.arraycopy("SLIPJOIN".getBytes(StandardCharsets.US_ASCII), 0, garbage, 0, 8);
      }
      try (Socket socket = connect()) {
        socket.getOutputStream().write(garbage);
      }
    }
    checkAll(List.of(zero, join(1, 2)));
  }

  @Test
  void connectionsThatSendNothingKeepNoRankOut() throws Exception {
    Future<Membership> zero = join(0, 2);
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        silent.add(connect());
      }
      checkAll(List.of(zero, join(1, 2)));
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void aFloodOfConnectionsKeepsNoRankOut() throws Exception {
    Future<Membership> zero = join(0, 4);
    List<Future<?>> floods = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      floods.add(threads.submit(this::flood));
    }
    checkAll(List.of(zero, join(1, 4), join(2, 4), join(3, 4)));
    for (Future<?> flood : floods) {
      flood.get();
    }
    assertThat(warned().lines().count()).as("the log is not flooded").isLessThan(30);
  }

  private Void flood() throws Exception {
    for (int i = 0; i < 500; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write('S');
      } catch (IOException closedOrOver) {
        Thread.sleep(1);
      }
    }
    return null;
  }

  @Test
  void whoLeavesBeforeAllHaveComeMayComeAgain() throws Exception {
    Future<Membership> zero = join(0, 3);
    LaunchedRank rank = new LaunchedRank(1, 3, "127.0.0.1", port, "a test");
    RunSecret secret = RunSecret.of(SECRET.getBytes(StandardCharsets.US_ASCII));
    try (Socket socket = connect()) {
      long deadline = System.nanoTime() + PATIENT.toNanos();
      JoinChannel channel = JoinChannel.join(socket, secret, deadline);
      Member member = new Member(1, "here", "here", 1, new byte[0]);
      channel.send(JoinFrames.request(new JoinFrames.Request("1.0", rank.size(), member)));
    }
    // It is refused until rank 0 has noticed that its former process has ended.
    Future<Membership> again = join(1, 3);
    while (isRefused(again)) {
      again = join(1, 3);
    }
    checkAll(List.of(zero, again, join(2, 3)));
  }

  /** Waits until rank 0 has accepted or refused it. */
  private boolean isRefused(Future<Membership> joining) throws InterruptedException {
    int before = warned().length();
    for (int i = 0; i < 50 && !joining.isDone() && warned().length() == before; i++) {
      Thread.sleep(10);
    }
    try {
      joining.get(0, TimeUnit.MILLISECONDS);
      return false;
    } catch (TimeoutException waitsForTheOthers) {
      return false;
    } catch (ExecutionException refused) {
      return true;
    }
  }

  @Test
  void whoIsMissingIsNamed() throws Exception {
    Future<Membership> zero = join(0, 4, SECRET, "1.0", Duration.ofSeconds(2));
    Future<Membership> two = join(2, 4, SECRET, "1.0", Duration.ofSeconds(2));
    assertThatThrownBy(zero::get).hasMessageContaining("have not joined at 127.0.0.1:" + port);
    assertThatThrownBy(zero::get).hasMessageContaining("3]");
    assertThatThrownBy(two::get).hasMessageContaining("rank 2 of 4");
  }

  @Test
  void aRankZeroThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> join(1, 2, SECRET, "1.0", HASTY).get())
        .hasMessageContaining("rank 1 of 2 (a test) could not join at 127.0.0.1:" + port)
        .hasMessageContaining("Is rank 0 running there");
  }

  @Test
  void aPortThatIsInUseIsNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(other.isBound()).isTrue();
      assertThatThrownBy(() -> join(0, 2).get())
          .hasMessageContaining("rank 0 cannot listen at 127.0.0.1:" + port)
          .hasMessageContaining("Choose a free port");
    }
  }

  @Test
  void aFrameThatWasChangedOnItsWayIsRefused() throws Exception {
    RunSecret secret = RunSecret.of(SECRET.getBytes(StandardCharsets.US_ASCII));
    try (ServerSocket listener = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        Socket inside = new Socket(InetAddress.getLoopbackAddress(), port);
        Socket outside = listener.accept()) {
      long deadline = System.nanoTime() + PATIENT.toNanos();
      Future<JoinChannel> joins = threads.submit(() -> JoinChannel.join(inside, secret, deadline));
      JoinChannel admits = JoinChannel.admit(outside, secret, deadline);
      admits.send(new byte[] {1, 2});
      assertThat(joins.get().receive(10, deadline)).containsExactly(1, 2);
      outside.getOutputStream().write(new byte[] {0, 0, 0, 2, 1, 2});
      outside.getOutputStream().write(new byte[32]);
      assertThatThrownBy(() -> joins.get().receive(10, deadline))
          .hasMessageContaining("was changed on its way");
      outside.getOutputStream().write(new byte[] {127, 0, 0, 2});
      assertThatThrownBy(() -> joins.get().receive(10, deadline))
          .hasMessageContaining("at most 10");
    }
  }
}
