package dev.slipstream.opencl.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalarArgumentsTest {
  private final ScalarArguments scalars = new ScalarArguments();

  @Test
  void aKernelHasNoNumberBeforeItIsGivenOne() {
    assertThat(scalars.has(0, 0, Integer.BYTES)).isFalse();
    assertThat(scalars.has(1000, 0, Long.BYTES)).isFalse();
  }

  @Test
  void theLastNumberCountsWithItsSize() {
    scalars.set(3, -1, Integer.BYTES);
    scalars.set(3, 7, Integer.BYTES);
    assertThat(scalars.has(3, 7, Integer.BYTES)).isTrue();
    assertThat(scalars.has(3, -1, Integer.BYTES)).isFalse();
    assertThat(scalars.has(3, 7, Long.BYTES)).isFalse();
    assertThat(scalars.has(2, 7, Integer.BYTES)).isFalse();
  }

  @Test
  void kernelsMayHaveMoreArgumentsThanMostDo() {
    for (int index = 0; index < 100; index++) {
      scalars.set(index, index, Long.BYTES);
    }
    for (int index = 0; index < 100; index++) {
      assertThat(scalars.has(index, index, Long.BYTES)).isTrue();
    }
  }

  @Test
  void aCounterOfStartsIsTheOneThatWasSetNotOneThatEqualsIt() {
    Object counter = List.of();
    assertThat(scalars.hasCounter(counter)).isFalse();
    scalars.setCounter(counter);
    assertThat(scalars.hasCounter(counter)).isTrue();
    assertThat(scalars.hasCounter(new ArrayList<>())).isFalse();
    scalars.forgetCounter();
    assertThat(scalars.hasCounter(counter)).isFalse();
  }
}
