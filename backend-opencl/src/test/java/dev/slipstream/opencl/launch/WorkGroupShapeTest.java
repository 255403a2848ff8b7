package dev.slipstream.opencl.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.DeviceFacts.Kind;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkGroupShapeTest {
  private static final long[] LARGE = {1000, 1000, 1000};

  @Test
  void groupsOnAGpuAreCompact() {
    DeviceFacts gpu = device(Kind.GPU, 1024, 1024, 1024, 64);

    assertThat(WorkGroupShape.choose(new long[] {1000}, gpu, 1024)).containsExactly(256);
    assertThat(WorkGroupShape.choose(new long[] {1000, 1000}, gpu, 1024)).containsExactly(32, 8);
    assertThat(WorkGroupShape.choose(LARGE, gpu, 1024)).containsExactly(32, 4, 2);
  }

  @Test
  void aKernelThatNeedsManyRegistersGetsSmallerGroups() {
    DeviceFacts gpu = device(Kind.GPU, 1024, 1024, 1024, 64);

    assertThat(WorkGroupShape.choose(LARGE, gpu, 64)).containsExactly(32, 2, 1);
    assertThat(WorkGroupShape.choose(LARGE, gpu, 1)).containsExactly(1, 1, 1);
  }

  @Test
  void aShortInnerLoopLeavesItsPlaceToTheOuterOne() {
    DeviceFacts gpu = device(Kind.GPU, 1024, 1024, 1024, 64);

    assertThat(WorkGroupShape.choose(new long[] {3, 100_000}, gpu, 1024)).containsExactly(4, 64);
  }

  @Test
  void noShapeExceedsTheLimits() {
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      DeviceFacts device =
          device(
              Kind.values()[random.nextInt(3)],
              1L << random.nextInt(11),
              1L << random.nextInt(11),
              1L << random.nextInt(11),
              1L << random.nextInt(7));
      long[] counts = new long[1 + random.nextInt(3)];
      for (int d = 0; d < counts.length; d++) {
        counts[d] = 1 + random.nextInt(1 << random.nextInt(20));
      }
      long most = 1L << random.nextInt(11);

      long[] shape = WorkGroupShape.choose(counts, device, most);

      long product = 1;
      for (int d = 0; d < shape.length; d++) {
        assertThat(shape[d]).isBetween(1L, device.maxWorkItems()[d]);
        product *= shape[d];
      }
      assertThat(product).isLessThanOrEqualTo(Math.min(most, device.maxWorkGroup()));
    }
  }

  @Test
  void tilesCoverTheGridWithoutOverlap() {
    List<NdRange.Tile> tiles = NdRange.tiles(new long[] {100, 50, 9}, new long[] {32, 4, 2}, 3);

    assertThat(tiles)
        .allSatisfy(
            tile -> {
              assertThat(tile.sizes()[1]).isLessThanOrEqualTo(12);
              assertThat(tile.sizes()[2]).isLessThanOrEqualTo(6);
            });
    assertCovered(tiles);
  }

  @Test
  void smallTilesCoverTheGridAndHaveFewEnoughWorkItems() {
    long[] shape = {32, 4, 2};
    List<NdRange.Tile> whole = NdRange.tiles(new long[] {100, 50, 9}, shape, 3);

    for (long most : new long[] {100_000, 5000, 2048, 700, 256}) {
      List<NdRange.Tile> tiles = NdRange.smallTiles(whole, shape, most);
      assertThat(tiles).allSatisfy(tile -> assertThat(tile.items()).isLessThanOrEqualTo(most));
      assertThat(tiles.get(0).items()).isGreaterThan(Math.min(most / 4, 4000));
      assertCovered(tiles);
    }
    assertThat(NdRange.smallTiles(whole, shape, 3).get(0).items()).isEqualTo(256);
  }

  private static void assertCovered(List<NdRange.Tile> tiles) {
    boolean[][][] covered = new boolean[10][52][128];
    for (NdRange.Tile tile : tiles) {
      for (int z = 0; z < tile.sizes()[2]; z++) {
        for (int y = 0; y < tile.sizes()[1]; y++) {
          boolean[] row = covered[z + (int) tile.offsets()[2]][y + (int) tile.offsets()[1]];
          for (int x = (int) tile.offsets()[0]; x < tile.offsets()[0] + tile.sizes()[0]; x++) {
            assertThat(row[x]).isFalse();
            row[x] = true;
          }
        }
      }
    }
    for (boolean[][] plane : covered) {
      for (boolean[] row : plane) {
        assertThat(row).doesNotContain(false);
      }
    }
  }

  private static DeviceFacts device(Kind kind, long maxGroup, long x, long y, long z) {
    return new DeviceFacts(
        0,
        0,
        "platform",
        "OpenCL 3.0",
        "device",
        "1.0",
        kind,
        300,
        true,
        1,
        maxGroup,
        new long[] {x, y, z},
        1 << 30,
        1 << 28,
        true,
        true,
        true,
        true);
  }
}
