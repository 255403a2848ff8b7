package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RelayTest {
  private static final int ELEMENT_BYTES = 8;
  private static final Region WHOLE = Region.of(Box.of(0, 80));

  private record Delivery(TransferId transfer, NodeId to) {}

  private static Cluster relaying(int nodes, long leastBytes) {
    return new Cluster(
        new CommandOptions(nodes, 1, new EvenSplitter(), leastBytes), StepHorizons.USUAL);
  }

  private static Buffer onFirst(Cluster cluster) {
    return cluster.program().buffer(InitialContents.ON_FIRST_NODE, "a", 80);
  }

  private static Set<NodeId> targets(Cluster cluster, int rank) {
    List<Command.Push> pushes = cluster.pushes(rank);
    assertThat(pushes).hasSizeLessThanOrEqualTo(1);
    return pushes.isEmpty() ? Set.of() : pushes.get(0).targets().keySet();
  }

  @Test
  void aBroadcastGoesAlongABinomialTree() {
    Cluster cluster = relaying(8, 1);
    Buffer a = onFirst(cluster);
    TaskId read = cluster.program().loop("read", 80).read(a, all()).submit();
    assertThat(targets(cluster, 0)).containsExactly(new NodeId(1), new NodeId(2), new NodeId(4));
    assertThat(targets(cluster, 1)).containsExactly(new NodeId(3), new NodeId(5));
    assertThat(targets(cluster, 2)).containsExactly(new NodeId(6));
    assertThat(targets(cluster, 3)).containsExactly(new NodeId(7));
    for (int rank = 1; rank < 8; rank++) {
      assertThat(targets(cluster, rank)).hasSize(rank < 2 ? 2 : rank < 4 ? 1 : 0);
      assertThat(cluster.awaits(rank)).hasSize(1);
      assertThat(cluster.awaited(rank, read, a)).isEqualTo(WHOLE);
      Command await = cluster.awaits(rank).get(0);
      for (Command.Push push : cluster.pushes(rank)) {
        assertThat(cluster.dependsDirectly(rank, push, await)).isTrue();
      }
      assertThat(cluster.dependsDirectly(rank, cluster.executions(rank, read).get(0), await))
          .isTrue();
    }
    TaskId again = cluster.program().loop("again", 80).read(a, all()).submit();
    assertThat(cluster.pushes(0, again, a)).isEmpty();
  }

  @Test
  void theRootOfATreeIsTheNodeThatHasTheElements() {
    Cluster cluster = relaying(5, 1);
    Buffer a = onFirst(cluster);
    cluster
        .program()
        .loop("write", 5)
        .write(
            a,
            (chunk, domain) ->
                chunk.box().intersects(Box.of(2, 3)) ? Region.of(domain) : Region.EMPTY)
        .submit();
    cluster.program().loop("read", 80).read(a, all()).submit();
    assertThat(targets(cluster, 2)).containsExactly(new NodeId(0), new NodeId(1), new NodeId(4));
    assertThat(targets(cluster, 0)).containsExactly(new NodeId(3));
    assertThat(targets(cluster, 1)).isEmpty();
  }

  @Test
  void anAllGatherGoesAroundARing() {
    Cluster cluster = relaying(5, 1);
    Buffer a = cluster.program().buffer("a", 80);
    cluster.program().loop("init", 80).write(a, oneToOne()).submit();
    TaskId read = cluster.program().loop("read", 80).read(a, all()).submit();
    for (int rank = 0; rank < 5; rank++) {
      Region own = Region.of(Box.of(rank * 16L, rank * 16L + 16));
      int next = (rank + 1) % 5;
      Region ofNext = Region.of(Box.of(next * 16L, next * 16L + 16));
      assertThat(cluster.pushes(rank)).hasSize(4);
      assertThat(cluster.sent(rank, next, read, a)).isEqualTo(WHOLE.difference(ofNext));
      assertThat(cluster.pushes(rank).get(0).targets()).isEqualTo(Map.of(new NodeId(next), own));
      assertThat(cluster.awaits(rank)).hasSize(4);
      assertThat(cluster.awaited(rank, read, a)).isEqualTo(WHOLE.difference(own));
      for (int step = 1; step < 4; step++) {
        Command.Push push = cluster.pushes(rank).get(step);
        Command.AwaitPush await = cluster.awaits(rank).get(step - 1);
        assertThat(push.targets()).isEqualTo(Map.of(new NodeId(next), await.region()));
        assertThat(cluster.dependsDirectly(rank, push, await)).isTrue();
        for (Command.AwaitPush later : cluster.awaits(rank).subList(step, 4)) {
          assertThat(cluster.follows(rank, push, later)).isFalse();
        }
      }
    }
  }

  @Test
  void whatIsSmallOrFewReadIsSentByItsOwner() {
    Cluster small = relaying(5, 80 * ELEMENT_BYTES + 1);
    small.program().loop("read", 80).read(onFirst(small), all()).submit();
    assertThat(targets(small, 0)).hasSize(4);
    Cluster large = relaying(5, 80 * ELEMENT_BYTES);
    large.program().loop("read", 80).read(onFirst(large), all()).submit();
    assertThat(targets(large, 0)).hasSize(3);
    Cluster few = relaying(5, 1);
    few.program().loop("read", 3).read(onFirst(few), all()).submit();
    assertThat(targets(few, 0)).containsExactly(new NodeId(1), new NodeId(2));
    Cluster neighbours = relaying(5, 1);
    Buffer a = neighbours.program().buffer("a", 80);
    neighbours.program().loop("write", 80).write(a, oneToOne()).submit();
    neighbours.program().loop("read", 80).read(a, around(1)).submit();
    assertThat(neighbours.everywhere(Command.Push.class)).hasSize(5);
  }

  @Test
  void whatANodeHasACopyOfIsSentByItsOwner() {
    Cluster cluster = relaying(5, 1);
    Buffer a = onFirst(cluster);
    cluster.program().loop("some", 2).read(a, fixed(0, 40)).submit();
    TaskId read = cluster.program().loop("read", 80).read(a, all()).submit();
    assertThat(cluster.sent(0, 1, read, a)).isEqualTo(Region.of(Box.of(40, 80)));
    assertThat(cluster.sent(0, 3, read, a)).isEqualTo(Region.of(Box.of(0, 40)));
    assertThat(cluster.sent(1, 4, read, a)).isEqualTo(Region.EMPTY);
    assertThat(cluster.sent(2, 4, read, a)).isEqualTo(Region.EMPTY);
  }

  @Test
  void eachElementReachesEachNodeThatLacksItOnce() {
    Random random = Seeds.random(53);
    int relayed = 0;
    for (int i = 0; i < Seeds.count(80, 2_000); i++) {
      Cluster cluster = random(4 + random.nextInt(random.nextBoolean() ? 4 : 30), random, 25);
      Map<Delivery, Region> sent = new HashMap<>();
      Map<Delivery, Region> awaited = new HashMap<>();
      for (Cluster.Node node : cluster.nodes()) {
        for (Command.Push push : cluster.pushes(node.id().rank())) {
          push.targets()
              .forEach((to, region) -> add(sent, new Delivery(push.transfer(), to), region));
        }
        for (Command.AwaitPush await : cluster.awaits(node.id().rank())) {
          Delivery delivery = new Delivery(await.transfer(), node.id());
          relayed += awaited.containsKey(delivery) ? 1 : 0;
          add(awaited, delivery, await.region());
        }
      }
      assertThat(awaited).isEqualTo(sent);
    }
    assertThat(relayed).isGreaterThan(100);
  }

  private static void add(Map<Delivery, Region> all, Delivery delivery, Region region) {
    Region before = all.getOrDefault(delivery, Region.EMPTY);
    assertThat(before.intersects(region)).isFalse();
    all.put(delivery, before.union(region));
  }

  @Test
  void programsComputeTheSameWhenNodesPassOnWhatTheyGet() {
    Random random = Seeds.random(54);
    for (int i = 0; i < Seeds.count(100, 1_000); i++) {
      new CommandReplay(random(4 + random.nextInt(6), random, 40), random).run();
    }
  }

  private static Cluster random(int nodes, Random random, int tasks) {
    int chunks = random.nextInt(4) == 0 ? 3 : 1;
    Cluster cluster =
        new Cluster(
            new CommandOptions(nodes, chunks, new EvenSplitter(), 1 + random.nextInt(40)),
            StepHorizons.of(1 + random.nextInt(6), 4 + random.nextInt(20)));
    new RandomProgram(cluster.program(), nodes, random).submit(tasks);
    return cluster;
  }
}
