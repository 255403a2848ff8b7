package dev.slipstream.runtime.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunksTest {
  @Test
  void thePiecesCoverEveryIterationOnce() {
    long seed = 7;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      int step = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
      int count = 1 + random.nextInt(1000);
      int start = random.nextInt(100) - 50;
      IterationSpace space =
          new IterationSpace(new int[] {start}, new int[] {step}, new int[] {count});
      int threads = 1 + random.nextInt(16);
      Chunks chunks =
          random.nextInt(4) == 0
              ? Chunks.shortest(space, threads)
              : Chunks.of(space, threads, random.nextInt(3) * 500.0);
      int next = start;
      for (int c = 0; c < chunks.count(); c++) {
        int[] bounds = chunks.bounds(c);
        assertThat(bounds[0]).isEqualTo(next);
        assertThat((bounds[1] - bounds[0]) * Integer.signum(step)).isPositive();
        next = bounds[1];
      }
      assertThat(next).isEqualTo(start + step * count);
    }
  }

  @Test
  void theSecondDimensionIsCutWhereTheFirstHasFewIterations() {
    IterationSpace space =
        new IterationSpace(new int[] {0, 0, 0}, new int[] {1, 1, 1}, new int[] {2, 1000, 10});
    Chunks chunks = Chunks.of(space, 4, 0);
    assertThat(chunks.count()).isEqualTo(24);
    assertThat(chunks.bounds(0)).containsExactly(0, 2, 0, 41, 0, 10);
  }

  @Test
  void cheapIterationsMakeFewerPieces() {
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {10_000});
    assertThat(Chunks.of(space, 4, 1).count()).isEqualTo(1);
    assertThat(Chunks.of(space, 4, 10).count()).isEqualTo(5);
    assertThat(Chunks.of(space, 4, 1000).count()).isEqualTo(24);
  }

  @Test
  void aFirstLaunchHasManyShortPieces() {
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {10_000_000});
    assertThat(Chunks.shortest(space, 4).count()).isEqualTo(4 * 4096);
    assertThat(Chunks.shortest(space, 16).count()).isEqualTo(10_000_000 / 512);
    assertThat(Chunks.shortest(space, 1).count()).isEqualTo(1);
  }

  @Test
  void aFirstLaunchOfFewIterationsHasTheUsualPieces() {
    for (int count : new int[] {0, 1, 100, 1000, 10_000}) {
      IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {count});
      assertThat(Chunks.shortest(space, 4).count()).isEqualTo(Chunks.of(space, 4, 0).count());
    }
  }

  @Test
  void aFirstLaunchOverManyRowsIsCutBetweenRows() {
    IterationSpace space =
        new IterationSpace(new int[] {0, 0}, new int[] {1, 1}, new int[] {3000, 4000});
    Chunks chunks = Chunks.shortest(space, 4);
    assertThat(chunks.count()).isEqualTo(3000);
    assertThat(chunks.bounds(1)).containsExactly(1, 2, 0, 4000);
  }

  @Test
  void fewExpensiveIterationsAreSpreadOverAllThreads() {
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {4});
    assertThat(Chunks.of(space, 4, 1e6).count()).isEqualTo(4);
  }

  @Test
  void oneThreadGetsOnePiece() {
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {10_000});
    assertThat(Chunks.of(space, 1, 1e6).count()).isEqualTo(1);
  }
}
