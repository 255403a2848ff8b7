package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IterationOrderTest {
  private static final IterationSpace LINE = line(1000);
  private static final IterationSpace CUBE =
      new IterationSpace(new int[] {5, 0, -3}, new int[] {-1, 1, 4}, new int[] {3, 4, 5});

  private static IterationSpace line(int count) {
    return new IterationSpace(new int[] {0}, new int[] {1}, new int[] {count});
  }

  /** The values of all loop variables, in order. */
  private static Set<List<Integer>> seen(IterationOrder order) {
    Set<List<Integer>> seen = new HashSet<>();
    for (int place = 0; place < order.size(); place++) {
      IterationSpace piece = order.piece(place);
      assertThat(piece.iterations()).isOne();
      List<Integer> values = Arrays.stream(piece.starts()).boxed().toList();
      assertThat(seen.add(values)).isTrue();
    }
    return seen;
  }

  @Test
  void eachIterationComesOnce() {
    for (IterationSpace space : List.of(LINE, CUBE)) {
      assertThat(seen(IterationOrder.reversed(space))).hasSize((int) space.iterations());
      assertThat(seen(IterationOrder.random(space, 3))).hasSize((int) space.iterations());
    }
  }

  @Test
  void theLastIterationComesFirst() {
    IterationOrder order = IterationOrder.reversed(CUBE);
    assertThat(order.piece(0).starts()).containsExactly(3, 3, 13);
    assertThat(order.piece(59).starts()).containsExactly(5, 0, -3);
  }

  @Test
  void aSeedGivesTheSameOrderAgainAndAnotherOneAnother() {
    assertThat(order(7)).isEqualTo(order(7)).isNotEqualTo(order(8));
  }

  private static List<Integer> order(long seed) {
    IterationOrder order = IterationOrder.random(LINE, seed);
    return IntStream.range(0, order.size()).mapToObj(place -> order.piece(place).start(0)).toList();
  }

  @Test
  void veryManyIterationsComeInShortRuns() {
    IterationSpace space =
        new IterationSpace(new int[] {0, 0}, new int[] {1, 1}, new int[] {3000, 2000});
    IterationOrder order = IterationOrder.reversed(space);
    long sum = 0;
    for (int place = 0; place < order.size(); place++) {
      sum += order.piece(place).iterations();
    }
    assertThat(sum).isEqualTo(6_000_000);
    assertThat(order.size()).isBetween(50_000, 65_536);
    assertThat(IterationOrder.reversed(line(100_000)).piece(0).start(0)).isGreaterThan(99_990);
  }
}
