package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistinctLeavesTest {
  private final DistinctLeaves distinct = new DistinctLeaves();

  @Test
  void aRowThatIsStoredTwiceAfterACheckIsFound() {
    int[][] rows = new int[100][3];
    assertThat(areDistinct(rows, rows)).isTrue();
    assertThat(areDistinct((Object) rows)).isTrue();
    int[] row = rows[70];
    rows[70] = rows[71];
    assertThat(areDistinct((Object) rows)).isFalse();
    assertThat(areDistinct((Object) rows)).isFalse();
    rows[70] = row;
    assertThat(areDistinct((Object) rows)).isTrue();
    rows[70] = new int[3];
    rows[1] = null;
    rows[2] = null;
    assertThat(areDistinct((Object) rows)).as("null is no row").isTrue();
  }

  @Test
  void aRowOfTwoArraysIsFound() {
    int[][] rows = new int[100][3];
    int[][] others = new int[5][3];
    int[][][] planes = new int[2][3][4];
    assertThat(areDistinct(rows, others, planes, new int[3])).isTrue();
    assertThat(areDistinct(rows, others, planes, rows[4])).isFalse();
    others[3] = rows[99];
    assertThat(areDistinct(rows, others, planes, new int[3])).isFalse();
    assertThat(areDistinct(rows, planes)).isTrue();
    planes[1][2] = planes[0][0];
    assertThat(areDistinct(rows, planes)).isFalse();
    assertThat(areDistinct(planes[0], rows)).isTrue();
    assertThat(areDistinct(planes[0][1], planes[0][2])).as("no array of arrays").isTrue();
  }

  @Test
  void manyLoopsInTurnAreAllChecked() {
    List<int[][]> all = new ArrayList<>();
    for (int loop = 0; loop < 20; loop++) {
      all.add(new int[loop + 2][3]);
    }
    for (int round = 0; round < 3; round++) {
      for (int[][] rows : all) {
        assertThat(areDistinct((Object) rows)).isEqualTo(round < 2);
        rows[1] = round == 1 ? rows[0] : rows[1];
      }
    }
  }

  @Test
  void rowsAreNotKeptInMemory() throws Exception {
    GarbageCollection.untilGone("a row that was checked", checkOnce());
  }

  private WeakReference<int[]> checkOnce() {
    int[][] rows = new int[4][3];
    assertThat(areDistinct((Object) rows)).isTrue();
    return new WeakReference<>(rows[2]);
  }

  private boolean areDistinct(Object... arrays) {
    List<LoopArray> uses = new ArrayList<>();
    for (Object array : arrays) {
      uses.add(new LoopArray(array, true));
    }
    return LoopArray.readRows(uses, 1, distinct);
  }
}
