package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostMapperTest {
  private static final int LENGTH = 100;

  private static IndexRange of(HostMapper mapper, long from, long to) {
    return mapper.map(new IndexRange(from, to), new IndexRange(0, 50), LENGTH);
  }

  @Test
  void theUsualMappersSayWhatTheirNamesSay() {
    assertThat(of(HostMapper.all(), 3, 5)).isEqualTo(new IndexRange(0, LENGTH));
    assertThat(of(HostMapper.fixed(7, 9), 3, 5)).isEqualTo(new IndexRange(7, 9));
    assertThat(of(HostMapper.oneToOne(), 3, 5)).isEqualTo(new IndexRange(3, 5));
    assertThat(of(HostMapper.neighborhood(2), 3, 5)).isEqualTo(new IndexRange(1, 7));
    assertThat(of(HostMapper.neighborhood(0), 3, 5)).isEqualTo(new IndexRange(3, 5));
    assertThat(of(HostMapper.slice(10), 3, 5)).isEqualTo(new IndexRange(30, 50));
    assertThat(of(HostMapper.evenSplit(), 3, 5)).isEqualTo(new IndexRange(6, 10));
  }

  @Test
  void numbersThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> HostMapper.neighborhood(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a border has at least 0 elements, not -1");
    assertThatThrownBy(() -> HostMapper.slice(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a slice has at least 1 element, not 0");
    assertThatThrownBy(() -> HostMapper.evenSplit(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a granularity is at least 1, not 0");
    assertThatThrownBy(() -> HostMapper.fixed(4, 3)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEvenSplitGivesEachRankAsMuchAsTheOthersWhateverTheirNumber() {
    for (int ranks = 1; ranks <= 300; ranks++) {
      for (int length : new int[] {0, 1, ranks - 1, ranks, ranks + 1, 997, 4096}) {
        requireEven(ranks, length, 1);
      }
    }
  }

  @Test
  void anEvenSplitOfRandomLengthsAndGranularitiesGivesWholeMultiples() {
    Random random = Seeds.random(1);
    for (int round = 0; round < 1000; round++) {
      requireEven(
          1 + random.nextInt(300),
          random.nextInt(random.nextBoolean() ? 100 : Integer.MAX_VALUE),
          1 + random.nextInt(random.nextBoolean() ? 10 : 5000));
    }
    requireEven(300, Integer.MAX_VALUE, 1);
    requireEven(7, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /**
   * Requires that the parts are consecutive, cover all elements, and are multiples that differ by
   * one at most, except at the end.
   */
  private static void requireEven(int ranks, int length, int granularity) {
    String what = length + " elements in " + granularity + "s on " + ranks + " ranks";
    HostMapper mapper = HostMapper.evenSplit(granularity);
    List<Long> units = new ArrayList<>();
    long end = 0;
    for (int rank = 0; rank < ranks; rank++) {
      IndexRange part =
          mapper.map(new IndexRange(rank, rank + 1L), new IndexRange(0, ranks), length);
      assertThat(part.from()).as(what).isEqualTo(end);
      end = part.to();
      assertThat(end == length || end % granularity == 0).as(what).isTrue();
      units.add((part.size() + granularity - 1) / granularity);
    }
    assertThat(end).as(what).isEqualTo(length);
    long most = units.stream().mapToLong(unit -> unit).max().orElseThrow();
    long least = units.stream().mapToLong(unit -> unit).min().orElseThrow();
    assertThat(most - least).as(what).isBetween(0L, 1L);
  }

  @Test
  void severalIterationsHaveThePartsOfEachInARow() {
    IndexRange iterations = new IndexRange(10, 17);
    HostMapper mapper = HostMapper.evenSplit(3);
    IndexRange together = mapper.map(new IndexRange(12, 15), iterations, 40);
    assertThat(together.from())
        .isEqualTo(mapper.map(new IndexRange(12, 13), iterations, 40).from());
    assertThat(together.to()).isEqualTo(mapper.map(new IndexRange(14, 15), iterations, 40).to());
  }
}
