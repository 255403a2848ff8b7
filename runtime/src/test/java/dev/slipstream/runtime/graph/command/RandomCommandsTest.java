package dev.slipstream.runtime.graph.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.StepHorizons;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomCommandsTest {
  private static final int MOST_NODES = 64;

  private record Delivery(TransferId transfer, NodeId to) {}

  @Test
  void pushesAndAwaitPushesOfAllNodesMatchExactly() {
    Random random = Seeds.random(51);
    for (int i = 0; i < Seeds.count(100, 2_000); i++) {
      int nodes = random.nextInt(3) == 0 ? 1 + random.nextInt(MOST_NODES) : 1 + random.nextInt(8);
      checkTransfers(cluster(nodes, random, 25));
    }
  }

  @Test
  void programsComputeTheSameOnAnyNumberOfNodesInAnyOrderThatDependenciesAllow() {
    Random random = Seeds.random(52);
    for (int i = 0; i < Seeds.count(100, 2_000); i++) {
      int nodes = random.nextInt(5) == 0 ? 1 + random.nextInt(20) : 1 + random.nextInt(4);
      Cluster cluster = cluster(nodes, random, 40);
      new CommandReplay(cluster, random).run();
    }
  }

  private static Cluster cluster(int nodes, Random random, int tasks) {
    CommandOptions options = Cluster.chunked(nodes, random.nextInt(4) == 0 ? 3 : 1);
    int step = 1 + random.nextInt(6);
    Cluster cluster = new Cluster(options, StepHorizons.of(step, 4 + random.nextInt(20)));
    new RandomProgram(cluster.program(), nodes, random).submit(tasks);
    return cluster;
  }

  private static void checkTransfers(Cluster cluster) {
    Map<Delivery, Region> sent = new HashMap<>();
    Set<Object> seen = new HashSet<>();
    for (Cluster.Node node : cluster.nodes()) {
      for (Command.Push push : cluster.pushes(node.id().rank())) {
        assertThat(seen.add(Map.entry(node.id(), push.transfer())))
            .as("one push for each buffer and task")
            .isTrue();
        push.targets()
            .forEach(
                (to, region) -> {
                  assertThat(to).isNotEqualTo(node.id());
                  Delivery delivery = new Delivery(push.transfer(), to);
                  assertThat(region.isEmpty()).isFalse();
                  Region before = sent.getOrDefault(delivery, Region.EMPTY);
                  assertThat(before.intersects(region)).as("sent once").isFalse();
                  sent.put(delivery, before.union(region));
                });
      }
    }
    Map<Delivery, Region> awaited = new HashMap<>();
    for (Cluster.Node node : cluster.nodes()) {
      for (Command.AwaitPush await : cluster.awaits(node.id().rank())) {
        Delivery delivery = new Delivery(await.transfer(), node.id());
        assertThat(awaited.put(delivery, await.region()))
            .as("one await-push for each buffer and task")
            .isNull();
      }
    }
    assertThat(awaited).isEqualTo(sent);
  }
}
