package dev.slipstream.opencl.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GridIterationsTest {
  @Test
  void theTilesOfALaunchStandForEachIterationOnce() {
    IterationSpace space =
        new IterationSpace(new int[] {5, -3}, new int[] {2, -1}, new int[] {13, 37});
    long[] shape = {8, 2};
    List<NdRange.Tile> tiles =
        NdRange.smallTiles(NdRange.tiles(NdRange.counts(space), shape, 3), shape, 64);
    Set<List<Integer>> seen = new HashSet<>();
    int iterations = 0;
    for (NdRange.Tile tile : tiles) {
      IterationSpace part = NdRange.iterations(space, tile);
      for (int i = 0; i < part.count(0); i++) {
        for (int j = 0; j < part.count(1); j++) {
          seen.add(List.of(part.value(0, i), part.value(1, j)));
          iterations++;
        }
      }
    }
    assertThat(tiles).hasSizeGreaterThan(3);
    assertThat(iterations).isEqualTo(13 * 37);
    assertThat(seen).hasSize(13 * 37).contains(List.of(5, -3), List.of(29, -39));
  }
}
