package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapReserveTest {
  private final HeapReserve reserve = new HeapReserve();

  @Test
  void whatIsKeptIsLetGoOnce() {
    assertThat(reserve.release()).isFalse();
    reserve.fill();
    assertThat(reserve.release()).isTrue();
    assertThat(reserve.release()).isFalse();
  }

  @Test
  void itStaysWhereThereIsMemory() {
    reserve.fill();
    reserve.releaseIfNeeded();
    assertThat(reserve.release()).isTrue();
  }
}
