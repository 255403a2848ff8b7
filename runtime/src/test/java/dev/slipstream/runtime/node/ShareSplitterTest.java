package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.Splitter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareSplitterTest {
  private static List<Box> split(double part, long iterations, long granularity, int parts) {
    Splitter splitter = new ShareSplitter(new EvenSplitter(), part);
    return splitter.split(
        new Geometry(Box.of(0, iterations), granularity, 1, Splitting.ROWS), parts);
  }

  @Test
  void theHostComesLastWithItsPart() {
    assertThat(split(0.1, 100, 1, 2)).containsExactly(Box.of(0, 90), Box.of(90, 100));
    assertThat(split(0.25, 100, 1, 3))
        .containsExactly(Box.of(0, 38), Box.of(38, 75), Box.of(75, 100));
  }

  @Test
  void chunksBeginAtMultiplesOfTheGranularity() {
    assertThat(split(0.1, 100, 16, 2)).containsExactly(Box.of(0, 96), Box.of(96, 100));
    assertThat(split(0.5, 100, 16, 2)).containsExactly(Box.of(0, 48), Box.of(48, 100));
  }

  @Test
  void ofWhatIsTooLittleTheHostGetsNothing() {
    assertThat(split(0.1, 4, 1, 2)).containsExactly(Box.of(0, 4));
    assertThat(split(0.9, 4, 1, 3)).containsExactly(Box.of(0, 2), Box.of(2, 4));
  }

  @Test
  void aSingleDeviceGetsEverything() {
    assertThat(split(0.5, 100, 1, 1)).containsExactly(Box.of(0, 100));
  }
}
