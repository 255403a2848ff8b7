package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedSplitterTest {
  private static final EvenSplitter EQUAL = new EvenSplitter();

  private static List<Box> split(long extent, long granularity, double... parts) {
    Geometry rows = new Geometry(Box.of(0, extent), granularity, 1, Splitting.ROWS);
    return new WeightedSplitter(EQUAL, () -> parts).split(rows, parts.length);
  }

  @Test
  void everyNodeGetsItsPartInWholeGranules() {
    assertThat(split(100, 1, 0.5, 0.2, 0.3))
        .containsExactly(Box.of(0, 50), Box.of(50, 70), Box.of(70, 100));
    assertThat(split(100, 8, 0.5, 0.2, 0.3))
        .containsExactly(Box.of(0, 56), Box.of(56, 72), Box.of(72, 100));
  }

  @Test
  void everyNodeGetsSomethingSoThatPartsBelongToNodesInTheirOrder() {
    assertThat(split(3, 1, 0.9, 0.05, 0.05))
        .containsExactly(Box.of(0, 1), Box.of(1, 2), Box.of(2, 3));
    assertThat(split(10, 1, 0.01, 0.01, 0.98))
        .containsExactly(Box.of(0, 1), Box.of(1, 2), Box.of(2, 10));
  }

  @Test
  void equalPartsAndThoseThatAreTooFewAreCutAsEver() {
    Geometry rows = Geometry.of(Box.of(0, 11), Splitting.ROWS);
    assertThat(split(11, 1, 0.25, 0.25, 0.25, 0.25)).isEqualTo(EQUAL.split(rows, 4));
    assertThat(split(2, 1, 0.5, 0.2, 0.3)).containsExactly(Box.of(0, 1), Box.of(1, 2));
  }

  @Test
  void otherAxesStayWhole() {
    Geometry rows = Geometry.of(Box.of(0, 10, 0, 7), Splitting.ROWS);
    assertThat(new WeightedSplitter(EQUAL, () -> new double[] {0.8, 0.2}).split(rows, 2))
        .containsExactly(Box.of(0, 8, 0, 7), Box.of(8, 10, 0, 7));
  }
}
