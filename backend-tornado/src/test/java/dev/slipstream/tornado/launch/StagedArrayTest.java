package dev.slipstream.tornado.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.tornado.kernel.ElementKind;
import org.junit.jupiter.api.Test;

class StagedArrayTest {
  @Test
  void arraysOfTwoGibibytesDoNotFitWhateverTheirElementsAre() {
    for (ElementKind kind : ElementKind.values()) {
      int most = Integer.MAX_VALUE / kind.bytes();
      assertThat(StagedArray.fits(most, kind)).isFalse();
      assertThat(StagedArray.fits(most / 2, kind)).isTrue();
    }
    assertThat(StagedArray.fits(Integer.MAX_VALUE, ElementKind.DOUBLE)).isFalse();
  }

  @Test
  void arraysWithAFewElementsMoreTakeAsMuchRoom() {
    assertThat(length(new int[][] {new int[1000], new int[25]})).isEqualTo(1152);
    assertThat(length(new int[][] {new int[1000], new int[99]})).isEqualTo(1152);
    assertThat(length(new int[][] {new int[5], new int[4]})).isEqualTo(9);
  }

  @Test
  void partsOfAMatrixTakeAsMuchRoomAsAllOfIt() {
    StagedArray part = new StagedArray(new int[10][7]);
    part.add(new ArrayAccess(0, 3, 6, 0, 0, false));
    assertThat(part.length()).isEqualTo(70);
  }

  private static int length(int[][] rows) {
    StagedArray staged = new StagedArray(rows);
    staged.add(new ArrayAccess(0, 0, rows.length, 0, 0, false));
    return staged.length();
  }
}
