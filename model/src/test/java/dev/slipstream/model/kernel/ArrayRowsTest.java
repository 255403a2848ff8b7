package dev.slipstream.model.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The positions of the rows of arrays of arrays, and the parts of rows that a range of numbers
 * covers.
 */
class ArrayRowsTest {
  @Test
  void equalRowsLieAsInAMatrixThatBeginsWithRowZero() {
    ArrayRows rows = new ArrayRows(new double[5][7], 2, 4);
    assertThat(rows.rowLength()).isEqualTo(7);
    assertThat(rows.start(2)).isEqualTo(14);
    assertThat(rows.size()).isEqualTo(28);
    assertThat(parts(rows, 19, 4)).containsExactly("5+2@0", "0+2@2");
  }

  @Test
  void otherRowsLieOneAfterTheOtherAndTheMissingAndTheEmptyTakeNoPlace() {
    int[][] ragged = {new int[9], new int[3], null, new int[0], new int[5]};
    ArrayRows rows = new ArrayRows(ragged, 1, 5);
    assertThat(rows.rowLength()).isEqualTo(-1);
    assertThat(rows.levels()).isZero();
    assertThat(rows.start(4)).isEqualTo(3);
    assertThat(rows.size()).isEqualTo(8);
    assertThat(parts(rows, 1, 6)).containsExactly("1+2@0", "0+4@2");
  }

  @Test
  void planesAreCountedThroughAndNothingIsCopiedOfNothing() {
    ArrayRows rows = new ArrayRows(new short[][][] {new short[2][3], null, new short[1][4]}, 0, 3);
    assertThat(rows.count(0)).isEqualTo(3);
    assertThat(rows.first(0, 2)).isEqualTo(2);
    assertThat(rows.rowLength()).isEqualTo(-1);
    assertThat(parts(rows, 5, 3)).containsExactly("2+1@0", "0+2@1");
    assertThat(parts(new ArrayRows(new int[4][0], 0, 4), 0, 0)).isEmpty();
  }

  @Test
  void arraysOfFourDimensionsHaveTwoLevelsAboveTheirRows() {
    ArrayRows equal = new ArrayRows(new int[6][2][3][5], 2, 4);
    assertThat(equal.heights()).containsExactly(2, 3);
    assertThat(equal.rowLength()).isEqualTo(5);
    assertThat(equal.start(2)).isEqualTo(60);
    assertThat(equal.start(4)).isEqualTo(120);
    assertThat(parts(equal, 64, 3)).containsExactly("4+1@0", "0+2@1");

    ArrayRows ragged =
        new ArrayRows(new int[][][][] {new int[1][2][3], null, {new int[1][4], null}}, 0, 3);
    assertThat(ragged.heights()).isEmpty();
    assertThat(ragged.rowLength()).isEqualTo(-1);
    assertThat(ragged.count(0)).isEqualTo(3);
    assertThat(ragged.first(0, 2)).isEqualTo(1);
    assertThat(ragged.first(1, 1)).isEqualTo(2);
    assertThat(ragged.start(2)).isEqualTo(6);
    assertThat(ragged.size()).isEqualTo(10);
  }

  private static List<String> parts(ArrayRows rows, long first, int count) {
    List<String> parts = new ArrayList<>();
    rows.each(
        first, count, (row, from, some, before) -> parts.add(from + "+" + some + "@" + before));
    return parts;
  }
}
