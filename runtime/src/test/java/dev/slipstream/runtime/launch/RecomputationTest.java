package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.fixture.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecomputationTest {
  private static final ArrayAccess READS_FIRST = new ArrayAccess(0, 0, 2, 0, 0, false);
  private static final ArrayAccess WRITES_SECOND = new ArrayAccess(1, 0, 0, 0, 2, true);

  @Test
  void aLoopThatReadsOneArrayAndWritesAnotherCanRunAgain() {
    assertThat(possible(new int[2], new int[2])).isTrue();
    assertThat(possible(new int[2][3], new int[2][3])).isTrue();
  }

  @Test
  void aLoopThatReadsWhatItWritesCannot() {
    int[] array = new int[2];
    int[][] rows = new int[2][3];
    assertThat(possible(array, array)).isFalse();
    assertThat(possible(rows, rows)).isFalse();
  }

  @Test
  void rowsInCommonAreFoundBehindDifferentArrays() {
    int[][] rows = new int[2][3];
    assertThat(possible(new int[][] {new int[3], rows[0]}, rows)).isFalse();
    assertThat(possible(new int[][] {new int[3], null, rows[0]}, rows)).isTrue();
    assertThat(possible(rows[1], rows)).isFalse();
    assertThat(possible(new int[][][] {null, rows}, rows)).isFalse();
  }

  private static boolean possible(Object read, Object written) {
    return Recomputation.possible(
        new Launch(
            Kernels.line(2), new Object[] {read, written}, List.of(READS_FIRST, WRITES_SECOND)));
  }
}
