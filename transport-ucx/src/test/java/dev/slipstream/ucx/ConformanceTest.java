package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.LocalNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests the same scenarios with each communicator, between three ranks. */
class ConformanceTest {
  private static final int RANKS = 3;

  /** Long enough that no rank counts as lost because this machine is busy. */
  private static final String PATIENT = "120000";

  @Test
  void nodesOfOneProcessDoWhatEveryCommunicatorDoes() throws Exception {
    long seed = Seeds.random(70).nextInt();
    ExecutorService threads = Executors.newFixedThreadPool(RANKS);
    List<Future<?>> all = new ArrayList<>();
    for (Communicator communicator : LocalNodes.of(RANKS)) {
      all.add(threads.submit(() -> runAll(communicator, seed)));
    }
    for (Future<?> one : all) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new AssertionError("with seed " + seed, e.getCause());
      }
    }
    threads.shutdown();
    assertThat(all).hasSize(RANKS);
  }

  private static void runAll(Communicator communicator, long seed) {
    TestNode node = new TestNode(communicator);
    for (Scenario scenario : Scenario.values()) {
      node.barrier();
      scenario.run(node, seed);
    }
    node.barrier();
  }

  @Test
  void jvmsThatShareMemoryDoWhatEveryCommunicatorDoes() throws Exception {
    conforms(Map.of("UCX_TLS", "all"), "shared memory");
  }

  @Test
  void jvmsThatCannotMapSharedMemoryLeaveItToUcx() throws Exception {
    conforms(
        Map.of("UCX_TLS", "all", "UCX_ALLOC_PRIO", "md:sysv,heap"), "shared memory, read by UCX");
  }

  @Test
  void jvmsThatAreConnectedByTcpDoWhatEveryCommunicatorDoes() throws Exception {
    conforms(Map.of("UCX_TLS", "tcp"), "messages");
  }

  private static void conforms(Map<String, String> settings, String route) throws Exception {
    Ranks.assumeUcx();
    long seed = Seeds.random(71).nextInt();
    try (Ranks ranks = Ranks.start(RANKS, settings, "conformance", "" + seed, PATIENT)) {
      for (int rank = 0; rank < RANKS; rank++) {
        String lines = String.join("\n", ranks.awaitEnd(rank));
        assertThat(lines).contains("shares its machine as " + rank + " of " + RANKS);
        for (Scenario scenario : Scenario.values()) {
          assertThat(lines).as("with seed %s", seed).contains(scenario + " took");
        }
        int other = (rank + 1) % RANKS;
        assertThat(lines).contains("reaches " + other + " by " + route + "\n");
        assertThat(lines).endsWith("has left\n(the end)");
      }
    }
  }
}
