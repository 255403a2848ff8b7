package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.Signals;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.fixture.LongTests;
import dev.slipstream.fixture.SharedMemoryHere;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Four ranks, of which one is cut off, killed or stopped at a random moment. */
@Tag("finished-jar")
class LostRanksIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int RANKS = 4;
  private static final int PEER_TIMEOUT = 5;

  /** A lost rank is noticed within the peer timeout; ranks share few cores. */
  private static final int NOTICED = PEER_TIMEOUT + 15;

  /** The number of cases of each kind in the long test. */
  private static final int ALL = 20;

  private static final int SECONDS = 90;
  private static final int LATEST_MILLIS = 3_000;

  /** What happens to a rank. */
  private enum Blow {
    CUT,
    KILLED,
    STOPPED
  }

  /**
   * One run.
   *
   * @param rank what happens to that rank
   * @param millis the time from the start
   * @param namespaces whether each rank has a network of its own
   * @param device where loops run
   */
  private record Case(Blow blow, int rank, int millis, boolean namespaces, String device) {
    void assumeDevice() {
      if (device.equals("opencl")) {
        OpenClHere.assume();
      }
    }

    /**
     * Draws cases.
     *
     * @param few the cases of the short test, which tries each once; the long test tries all of
     *     them often
     */
    static Stream<Case> some(int leastRank, Blow... few) {
      Random random = new Random(SEED * 31 + leastRank);
      System.out.println("seed " + SEED);
      List<Case> cases = new ArrayList<>();
      for (Blow blow : Blow.values()) {
        for (int k = 0; k < ALL; k++) {
          Case drawn =
              new Case(
                  blow,
                  leastRank + random.nextInt(RANKS - leastRank),
                  random.nextInt(LATEST_MILLIS),
                  blow == Blow.CUT || blow == Blow.KILLED == (k % 2 == 0),
                  random.nextBoolean() ? "cpu" : "opencl");
          if (LongTests.areRun() || (k == 0 && Arrays.asList(few).contains(blow))) {
            cases.add(drawn);
          }
        }
      }
      return cases.stream();
    }
  }

  @TempDir private static Path classes;

  private static String expected = "";

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws Exception {
    UcxHere.assume();
    expected = FlowProgram.compile(classes);
  }

  static Stream<Case> aborted() {
    return Case.some(0, Blow.CUT, Blow.STOPPED);
  }

  static Stream<Case> recovered() {
    return Case.some(1, Blow.KILLED);
  }

  private RankedProgram program(boolean namespaces, String device, String onRankLoss) {
    RankedProgram program =
        new RankedProgram(folder, List.of(classes))
            .with("slipstream.device", device)
            .with("slipstream.peerTimeout", "" + PEER_TIMEOUT)
            .with("slipstream.onRankLoss", onRankLoss);
    if (namespaces) {
      program.environment("UCX_TLS", "tcp").environment("UCX_NET_DEVICES", "eth0");
    }
    return program;
  }

  private void start(StartedRanks ranks, RankedProgram program, Namespaces namespaces)
      throws Exception {
    String rendezvous = namespaces.address(0) + ":" + HostServer.freePort();
    for (int rank = 0; rank < RANKS; rank++) {
      ProcessBuilder builder = builder(program, rank, rendezvous);
      List<String> command = new ArrayList<>(namespaces.prefix(rank));
      command.addAll(builder.command());
      ranks.start(builder.command(command));
    }
  }

  private void start(StartedRanks ranks, RankedProgram program) throws Exception {
    String rendezvous = "127.0.0.1:" + HostServer.freePort();
    for (int rank = 0; rank < RANKS; rank++) {
      ranks.start(builder(program, rank, rendezvous));
    }
  }

  private ProcessBuilder builder(RankedProgram program, int rank, String rendezvous) {
    return program.rank(rank, RANKS, rendezvous, FlowProgram.main(folder));
  }

  @Test
  void ranksInNetworksOfTheirOwnComputeTheSame() throws Exception {
    LongTests.assumeRun("that they do without one of them shows as much");
    try (Namespaces namespaces = Namespaces.assume(RANKS);
        StartedRanks ranks = new StartedRanks(folder)) {
      RankedProgram program = program(true, "cpu", "abort");
      start(ranks, program, namespaces);
      FlowProgram.release(folder);
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(ranks.exit(rank, SECONDS)).as(ranks.allErr()).isZero();
      }
      assertThat(ranks.written(0)).isEqualTo(expected);
      assertThat(RankReport.read(program.report()).kernels())
          .hasSize(RANKS)
          .containsOnly(FlowProgram.LOOPS);
    }
  }

  @ParameterizedTest
  @MethodSource("aborted")
  void aLostRankEndsAllOfThemWhereThatIsWanted(Case what) throws Exception {
    what.assumeDevice();
    with(what, "abort", ranks -> requireAborted(ranks, what));
  }

  @ParameterizedTest
  @MethodSource("recovered")
  void withoutALostRankTheProgramComputesTheSame(Case what) throws Exception {
    what.assumeDevice();
    with(what, "recover", ranks -> requireRecovered(ranks, what));
  }

  private interface Requirement {
    void of(StartedRanks ranks) throws Exception;
  }

  private void with(Case what, String onRankLoss, Requirement requirement) throws Exception {
    SharedMemoryHere memory = SharedMemoryHere.now();
    RankedProgram program = program(what.namespaces(), what.device(), onRankLoss);
    try (StartedRanks ranks = new StartedRanks(folder)) {
      if (what.namespaces()) {
        try (Namespaces namespaces = Namespaces.assume(RANKS)) {
          start(ranks, program, namespaces);
          awaitMoment(ranks, what);
          if (what.blow() == Blow.CUT) {
            namespaces.cut(what.rank());
          }
          requirement.of(ranks);
        }
      } else {
        start(ranks, program);
        awaitMoment(ranks, what);
        requirement.of(ranks);
      }
    }
    assertThat(memory.leaked()).isEmpty();
  }

  private void awaitMoment(StartedRanks ranks, Case what) throws Exception {
    ranks.awaitFile(FlowProgram.ready(folder), SECONDS);
    Thread.sleep(what.millis());
    switch (what.blow()) {
      case CUT -> {}
      case KILLED -> ranks.process(what.rank()).destroyForcibly();
      case STOPPED -> Signals.send("STOP", ranks.process(what.rank()));
    }
  }

  private static void requireAborted(StartedRanks ranks, Case what) throws Exception {
    long began = System.nanoTime();
    int witness = what.rank() == 0 && what.blow() != Blow.CUT ? 1 : 0;
    assertThat(ranks.awaitErr(witness, " is lost", NOTICED)).as(ranks.allErr()).isTrue();
    if (what.blow() == Blow.STOPPED) {
      Signals.send("CONT", ranks.process(what.rank()));
    }
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(ranks.exit(rank, NOTICED)).as("rank %d: %s", rank, ranks.allErr()).isNotZero();
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    System.out.println(what + " ended all after " + seconds + " s");
    String lost = "rank " + (what.rank() == 0 && witness == 0 ? "[123]" : what.rank());
    assertThat(ranks.err(witness)).containsPattern(lost + " on \\S+ is lost");
    if (witness == 0) {
      assertThat(ranks.err(0)).contains("Flow.");
    }
    assertThat(ranks.written(0)).isEmpty();
    assertThat(ranks.allErr()).doesNotContain("unexpected");
  }

  private void requireRecovered(StartedRanks ranks, Case what) throws Exception {
    assertThat(ranks.awaitErr(0, "rank " + what.rank(), NOTICED)).as(ranks.allErr()).isTrue();
    FlowProgram.release(folder);
    assertThat(ranks.exit(0, SECONDS)).as(ranks.allErr()).isZero();
    assertThat(ranks.written(0)).as(ranks.allErr()).isEqualTo(expected);
    assertThat(ranks.err(0)).contains(" is lost").contains("Flow.");
    if (what.blow() == Blow.STOPPED) {
      Signals.send("CONT", ranks.process(what.rank()));
    }
    for (int rank = 1; rank < RANKS; rank++) {
      int exit = ranks.exit(rank, NOTICED);
      assertThat(exit == 0)
          .as("rank %d ended with code %d: %s", rank, exit, ranks.allErr())
          .isEqualTo(rank != what.rank());
    }
  }
}
