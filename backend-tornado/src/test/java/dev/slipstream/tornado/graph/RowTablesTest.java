package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayRows;
import org.junit.jupiter.api.Test;

class RowTablesTest {
  private static int[] table(Object[] array, int from, int to) {
    return RowTables.of(new ArrayRows(array, from, to));
  }

  @Test
  void theTableOfEqualRowsCountsFromTheFirstRowOfAll() {
    assertThat(table(new int[10][7], 3, 6)).containsExactly(0, 0, 0, 21, 28, 35, 42);
  }

  @Test
  void rowsOfDifferentLengthsAreFoundByATable() {
    int[][] rows = {null, new int[3], new int[0], null, new int[5], null};
    assertThat(table(rows, 1, 5)).containsExactly(0, 0, 3, 3, 3, 8);
  }

  @Test
  void theTableOfABoxCountsRowsFromItsFirstPlane() {
    assertThat(table(new short[4][2][5], 1, 3))
        .containsExactly(0, 2, 4, 6, 0, 0, 0, 10, 15, 20, 25, 30);
  }

  @Test
  void planesOfDifferentHeightsAreFoundByTheTablesFirstPart() {
    long[][][] planes = {null, new long[2][5], new long[1][5], null};
    assertThat(table(planes, 1, 3)).containsExactly(0, 0, 2, 3, 0, 0, 5, 10, 15);
  }
}
