package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.tornado.kernel.ElementKind;
import org.junit.jupiter.api.Test;

class TornadoKernelTest {
  @Test
  void arraysOfTwoGibibytesDoNotFitWhateverTheirElementsAre() {
    for (ElementKind kind : ElementKind.values()) {
      int most = Integer.MAX_VALUE / kind.bytes();
      assertThat(TornadoKernel.fits(most, kind)).isFalse();
      assertThat(TornadoKernel.fits(most / 2, kind)).isTrue();
    }
    assertThat(TornadoKernel.fits(Integer.MAX_VALUE, ElementKind.DOUBLE)).isFalse();
  }
}
