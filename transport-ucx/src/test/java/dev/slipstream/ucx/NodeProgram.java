package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.Transports;
import dev.slipstream.runtime.configuration.ClusterSettings;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.membership.Launcher;
import dev.slipstream.runtime.membership.Membership;
import dev.slipstream.runtime.membership.Rendezvous;
import dev.slipstream.runtime.membership.RunSecret;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** One rank in a separate JVM, which reports its progress on standard output. */
final class NodeProgram {
  private static final int BLOCK = 1 << 20;

  private NodeProgram() {}

  /**
   * @param arguments the scenario, a seed, and the peer timeout in milliseconds
   */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> environment = System.getenv();
    ClusterSettings settings = Settings.read(System.getProperties(), environment, "").cluster();
    LaunchedRank rank = new Launcher(settings, environment).rank().orElseThrow();
    RunSecret secret = RunSecret.find(settings, environment);
    Transport transport = Transports.find(NodeProgram.class.getClassLoader());
    Transport.Port port = transport.open(Duration.ofMillis(Long.parseLong(arguments[2])));
    Log log = Log.to(System.err, LogLevel.WARN);
    Membership members =
        new Rendezvous(rank, secret, "test", log).join(port.address(), Duration.ofSeconds(60));
    try (TestNode node = new TestNode(port.connect(members))) {
      say("shares its machine as " + members.localRank() + " of " + members.localSize());
      long seed = Long.parseLong(arguments[1]);
      switch (arguments[0]) {
        case "conformance" -> conformance(node, seed);
        case "losses" -> losses(node);
        case "idle" -> idle(node);
        case "wakes" -> wakes(node, seed);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
    say("has left");
  }

  private static void conformance(TestNode node, long seed) {
    for (Scenario scenario : Scenario.values()) {
      node.barrier();
      long start = System.nanoTime();
      scenario.run(node, seed);
      say(scenario + " took " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }
    node.barrier();
    for (int rank = 0; rank < node.nodes(); rank++) {
      if (rank != node.rank()) {
        say("reaches " + rank + " by " + node.communicator.route(new NodeId(rank)));
      }
    }
    node.barrier();
  }

  /** Rank 1 is idle, ranks 2 and 3 send to rank 0 and receive from it until something happens. */
  private static void losses(TestNode node) {
    Box box = Box.of(0, 3 * BLOCK);
    int peers = node.nodes() - 1;
    BoxMemory<ByteBuffer> out = new BoxMemory<>(ByteBuffer.allocateDirect(3 * BLOCK), box, 1);
    BoxMemory<ByteBuffer> in = new BoxMemory<>(ByteBuffer.allocateDirect(3 * BLOCK), box, 1);
    node.barrier();
    long[] sent = {0};
    long[] told = {0};
    long[] received = {0};
    for (long round = 0; node.losses.size() < peers; round++) {
      for (int rank = 0; rank < node.nodes(); rank++) {
        boolean sends = node.rank() == 0 ? rank >= 2 : rank == 0 && node.rank() >= 2;
        if (sends) {
          long id = round * node.nodes();
          Pilot pilot =
              new Pilot(
                  node.nextMessage(), TestNode.transfer(id, node.rank()), new NodeId(rank), box);
          sent[0]++;
          node.communicator.announce(pilot);
          node.communicator.send(pilot, out, () -> told[0]++);
          node.arbiter.receive(
              TestNode.transfer(id, rank), Region.of(box), in, () -> received[0]++);
        }
      }
      if (round == 5) {
        say("is in the middle of it");
      }
      long most = sent[0];
      node.await(
          "round " + round,
          () ->
              node.losses.size() == peers
                  || told[0] == most
                      && (received[0] == most || !node.losses.isEmpty() && canGoOn(node)));
      if (node.rank() != 0 && node.rank() < 2) {
        node.await("the end", () -> node.losses.size() == peers);
      }
    }
    node.losses.forEach(loss -> say("says: " + loss));
    long most = sent[0];
    node.await("that all may change", () -> told[0] == most);
    say("may change all it has sent");
  }

  private static boolean canGoOn(TestNode node) {
    return node.losses.size() < node.nodes() - 1;
  }

  private static void idle(TestNode node) throws Exception {
    node.barrier();
    long cpu = cpuMillis();
    long start = System.nanoTime();
    Thread.sleep(5000);
    double share = (cpuMillis() - cpu) * 1e8 / (System.nanoTime() - start);
    say(String.format(java.util.Locale.ROOT, "is idle with %.2f %% of a core", share));
    node.barrier();
  }

  /** Both ranks sleep until something arrives, and make each other wait for different times. */
  private static void wakes(TestNode node, long seed) {
    Random random = new Random(seed + node.rank());
    NodeId other = new NodeId(1 - node.rank());
    Box box = Box.of(0, 20_000);
    BoxMemory<ByteBuffer> memory = new BoxMemory<>(ByteBuffer.allocateDirect(20_000), box, 1);
    node.barrier();
    for (int round = 0; round < 2000; round++) {
      LockSupport.parkNanos(random.nextInt(round % 10 == 0 ? 2_000_000 : 300_000));
      int[] done = {0};
      Pilot pilot =
          new Pilot(node.nextMessage(), TestNode.transfer(round, node.rank()), other, box);
      node.communicator.announce(pilot);
      if (random.nextBoolean()) {
        LockSupport.parkNanos(random.nextInt(300_000));
      }
      node.communicator.send(pilot, memory, () -> done[0]++);
      node.arbiter.receive(
          TestNode.transfer(round, other.rank()), Region.of(box), memory, () -> done[0]++);
      node.await("round " + round, () -> done[0] == 2);
    }
    node.barrier();
    say("has missed " + node.missedWakes + " wakes");
  }

  private static long cpuMillis() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
  }

  private static void say(String what) {
    System.out.println("rank " + System.getenv("SLIPSTREAM_RANK") + " " + what);
  }
}
