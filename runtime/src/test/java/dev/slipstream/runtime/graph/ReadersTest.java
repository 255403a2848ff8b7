package dev.slipstream.runtime.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import org.junit.jupiter.api.Test;

class ReadersTest {
  private final Readers<String> readers = new Readers<>();
  private final Vertex<String> early = new Vertex<>(1, "early");
  private final Vertex<String> late = new Vertex<>(2, "late");

  private static Region range(long from, long to) {
    return Region.of(Box.of(from, to));
  }

  @Test
  void whoReadsAnyElementOfARegionIsFound() {
    readers.add(early, range(0, 10));
    readers.add(late, range(5, 20));
    assertThat(readers.of(range(0, 5))).containsExactly(early);
    assertThat(readers.of(range(9, 10))).containsExactly(early, late);
    assertThat(readers.of(range(20, 30))).isEmpty();
  }

  @Test
  void whatIsOverwrittenIsReadNoMore() {
    readers.add(early, range(0, 10));
    readers.add(late, range(5, 20));
    readers.overwritten(range(0, 15));
    assertThat(readers.of(range(0, 15))).isEmpty();
    assertThat(readers.of(range(15, 16))).containsExactly(late);
  }

  @Test
  void anEpochStandsForAllReadersBeforeIt() {
    readers.add(early, range(0, 10));
    readers.add(late, range(0, 10));
    readers.forgetBefore(late);
    assertThat(readers.of(range(0, 10))).containsExactly(late);
  }

  @Test
  void whoReadsNothingIsNotNoted() {
    readers.add(early, Region.EMPTY);
    assertThat(readers.of(range(0, 10))).isEmpty();
  }
}
