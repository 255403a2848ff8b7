package dev.slipstream.tornado.launch;

import static org.assertj.core.api.Assertions.assertThat;

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
}
